import { Form, href, useNavigation } from 'react-router'
import { Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { CustomerName } from './model.ts'
import { type HeldModel, nameFields } from './model.ts'

interface HeldCardProps {
  readonly domain: string
  readonly name: CustomerName
  readonly held: HeldModel
  /** Why nothing was erased. */
  readonly error: string | undefined
}

/** How much is held of somebody, and what can be done with it. */
export function HeldCard({ domain, name, held, error }: HeldCardProps) {
  const said = nameFields.flatMap((field) => name[field] ?? [])
  return (
    <Card aria-labelledby="outcome" className="pb-5">
      <CardHeader
        note={<span className="break-all">{said.join(' · ')}</span>}
        title={
          <span id="outcome" tabIndex={-1}>
            What is held
          </span>
        }
      />
      <dl className="mt-3 grid gap-x-6 gap-y-4 px-4 sm:grid-cols-3 sm:px-5">
        {held.facts.map(({ name: fact, text, means }) => (
          <div key={fact}>
            <dt className="text-[13px] text-soft">{fact}</dt>
            <dd>
              <span className="font-semibold text-lg tabular tracking-tight">{text}</span>
              <span className="block text-[13px] text-faint">{means}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 grid justify-items-start gap-3 border-line border-t px-4 pt-4 sm:px-5">
        <form action={href('/shop/:domain/settings/privacy/file', { domain })} method="post">
          <NameInputs name={name} />
          <Button>Download what is held</Button>
        </form>
        <EraseQuestion error={error} held={held} name={name} />
      </div>
    </Card>
  )
}

function EraseQuestion({ name, held, error }: Omit<HeldCardProps, 'domain'>) {
  const isBusy = useNavigation().formData?.get('intent') === 'erase'
  return (
    <details className="w-full max-w-prose" open={error !== undefined}>
      <summary className={`${buttonClass('danger')} list-none [&::-webkit-details-marker]:hidden`}>
        Erase for good…
      </summary>
      <Form className="mt-3 rounded-lg bg-sunken p-4 text-[13px]" method="post" preventScrollReset>
        <NameInputs name={name} />
        <ul className="grid list-disc gap-1.5 ps-4.5 text-pretty text-soft">
          <li>
            {held.orders} no longer {held.orders.startsWith('1 ') ? 'says' : 'say'} who bought; addresses, numbers,
            names and accounts are removed, also from earlier versions.
          </li>
          <li>All figures stay exactly as they are.</li>
          <li>Nothing that the store delivers later about these orders brings it back.</li>
          <li>It cannot be undone. Backups made before still hold it.</li>
        </ul>
        <label className="mt-3.5 flex items-start gap-2">
          <input
            aria-describedby={error ? 'sure-error' : undefined}
            aria-invalid={error ? true : undefined}
            className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
            name="sure"
            required
            type="checkbox"
            value="yes"
          />
          <span>Yes, erase this person. I know that it cannot be undone.</span>
        </label>
        {error && (
          <p className="mt-1.5 text-bad" id="sure-error" role="alert">
            {error}
          </p>
        )}
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button isBusy={isBusy} kind="danger" name="intent" value="erase">
            Erase for good
          </Button>
          <span className="text-faint">In a large shop this takes a minute; leaving the page does not stop it.</span>
        </div>
      </Form>
    </details>
  )
}

/** Whom it is about, carried on. */
function NameInputs({ name }: { readonly name: CustomerName }) {
  return nameFields.map((field) => <input key={field} name={field} type="hidden" value={name[field] ?? ''} />)
}
