import { Form, useNavigation } from 'react-router'
import { Badge, Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { KeyModel } from './model.ts'

/** The keys, those that work first. */
export function KeysCard({ keys }: { readonly keys: readonly KeyModel[] }) {
  const count = keys.filter(({ state }) => state === 'active').length
  const note = count === 1 ? 'One works' : count === 0 ? 'None works any more' : `${count} work`
  return (
    <Card aria-labelledby="keys-heading">
      <CardHeader id="keys-heading" note={note} title="Keys" />
      <ul className="mt-1 divide-y divide-line">
        {keys.map((key) => (
          <li className="px-4 py-3.5 sm:px-5" key={key.id}>
            <KeyRow of={key} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function KeyRow({ of: key }: { readonly of: KeyModel }) {
  const { name, prefix, scopes, shops, networks, state, created, used, end, isEndless, replaces } = key
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="break-words">{name}</span>
        <code className="font-normal text-[12px] text-soft">{prefix}</code>
        {state !== 'active' && <Badge>{state === 'expired' ? 'Expired' : 'Revoked'}</Badge>}
        {isEndless && <Badge tone="warn">Never expires</Badge>}
      </p>
      <p className="mt-0.5 break-words text-[13px] text-soft">
        {scopes.join(' · ')} · {shops}
        {networks.length > 0 && ` · from ${networks.join(', ')}`}
      </p>
      <p className="mt-0.5 text-[13px] text-faint">
        {created} · {used} · {end}
      </p>
      {replaces !== null && (
        <p className="mt-0.5 text-[13px] text-soft">
          It replaces {replaces}…, which still works: revoke that one once nothing uses it.
        </p>
      )}
      {state === 'active' && <ManageKey of={key} />}
    </>
  )
}

/** Replaces or revokes a key; collapsed by default. */
function ManageKey({ of: { id, name } }: { readonly of: KeyModel }) {
  const { formData } = useNavigation()
  const isBusy = (intent: string) => formData?.get('key') === id && formData.get('intent') === intent
  return (
    <details className="mt-1" name="key">
      <summary className={`${buttonClass('quiet', 'small')} -ms-2.5 list-none [&::-webkit-details-marker]:hidden`}>
        Manage<span className="sr-only"> {name}</span>
      </summary>
      <Form className="mt-2 grid gap-3 rounded-lg bg-sunken p-4 text-[13px]" method="post" preventScrollReset>
        <input name="key" type="hidden" value={id} />
        <p>
          A second key with the same rights takes its place without a break: change the program over, then revoke this
          one. Revoking takes effect at once.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy('rotate')} name="intent" size="small" value="rotate">
            Create a second key<span className="sr-only"> for {name}</span>
          </Button>
          <Button isBusy={isBusy('revoke')} kind="danger" name="intent" size="small" value="revoke">
            Revoke<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </Form>
    </details>
  )
}
