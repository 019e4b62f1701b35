import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { LeavingModel } from './model.ts'

/** Asks before a member is removed, and lists what would work on without them, ticked for revocation. */
export function RemoveCard({ leaving }: { readonly leaving: LeavingModel }) {
  const isBusy = useNavigation().formData?.get('intent') === 'remove'
  const { person, who, keys, webhooks } = leaving
  const hasMade = keys.length + webhooks.length > 0
  return (
    <Card aria-labelledby="remove-heading" className="pb-5">
      <CardHeader
        id="remove-heading"
        note="They are signed out on every device, and their open pages close at once."
        title={`Remove ${who}`}
      />
      <Form className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5" method="post">
        <input name="person" type="hidden" value={person} />
        {hasMade ? (
          <p className="text-[13px]">
            They made what stands below, and may still know its secrets. What is ticked ends now; what is not goes on,
            and belongs to the organisation.
          </p>
        ) : (
          <p className="text-[13px]">They made no keys and no webhooks that could be used without them.</p>
        )}
        {keys.length > 0 && (
          <Made legend="Keys of the API">
            {keys.map(({ id, name, detail }) => (
              <Ticked detail={detail} key={id} name="keys" title={name} value={id} />
            ))}
          </Made>
        )}
        {webhooks.length > 0 && (
          <Made legend="Webhooks">
            {webhooks.map(({ id, name, detail }) => (
              <Ticked detail={detail} key={id} name="webhooks" title={name} value={id} />
            ))}
          </Made>
        )}
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} kind="danger" name="intent" value="remove">
            Remove {who}
          </Button>
          <Link className={buttonClass('quiet')} to="?">
            Cancel
          </Link>
        </div>
      </Form>
    </Card>
  )
}

function Made({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="grid gap-0.5">{children}</div>
    </fieldset>
  )
}

interface TickedProps {
  readonly name: string
  readonly value: string
  readonly title: string
  readonly detail: string
}

function Ticked({ name, value, title, detail }: TickedProps) {
  return (
    <label className="touch-target flex items-start gap-2.5 py-1 text-[13px]">
      <input
        className="mt-0.5 size-4 shrink-0 accent-accent"
        defaultChecked
        name={name}
        type="checkbox"
        value={value}
      />
      <span className="min-w-0 break-all">
        Revoke {title} <span className="text-faint">{detail}</span>
      </span>
    </label>
  )
}
