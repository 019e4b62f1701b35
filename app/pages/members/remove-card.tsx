import { Form, Link, useNavigation } from 'react-router'
import { Choice, Choices } from '../../blocks/fields/choices.tsx'
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
          <Choices className="min-w-0" legend="Keys of the API">
            {keys.map(({ id, name, detail }) => (
              <Choice defaultChecked key={id} name="keys" value={id}>
                Revoke {name} <span className="text-faint">{detail}</span>
              </Choice>
            ))}
          </Choices>
        )}
        {webhooks.length > 0 && (
          <Choices className="min-w-0" legend="Webhooks">
            {webhooks.map(({ id, name, detail }) => (
              <Choice defaultChecked key={id} name="webhooks" value={id}>
                Revoke {name} <span className="text-faint">{detail}</span>
              </Choice>
            ))}
          </Choices>
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
