import { Form, useNavigation } from 'react-router'
import { Badge, Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { KeyModel } from './model.ts'
import { useWords } from './words.ts'

/** The keys, those that work first. */
export function KeysCard({ keys }: { readonly keys: readonly KeyModel[] }) {
  const t = useWords()
  const count = keys.filter(({ state }) => state === 'active').length
  return (
    <Card aria-labelledby="keys-heading">
      <CardHeader id="keys-heading" note={t('keys.note', { count })} title={t('keys.title')} />
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
  const t = useWords()
  const { name, prefix, scopes, shops, networks, state, created, used, end, isEndless, replaces } = key
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <bdi className="break-words">{name}</bdi>
        <code className="font-normal text-[12px] text-soft">{prefix}</code>
        {state !== 'active' && <Badge>{t(`keys.${state}`)}</Badge>}
        {isEndless && <Badge tone="warn">{t('keys.endless')}</Badge>}
      </p>
      <p className="mt-0.5 break-words text-[13px] text-soft">
        {scopes.join(' · ')} · {shops}
        {networks.length > 0 && ` · ${t('keys.from', { networks: networks.join(', ') })}`}
      </p>
      <p className="mt-0.5 text-[13px] text-faint">
        {created} · {used} · {end}
      </p>
      {replaces !== null && <p className="mt-0.5 text-[13px] text-soft">{t('keys.replaces', { prefix: replaces })}</p>}
      {state === 'active' && <ManageKey of={key} />}
    </>
  )
}

/** Replaces or revokes a key; collapsed by default. */
function ManageKey({ of: { id, name } }: { readonly of: KeyModel }) {
  const t = useWords()
  const { formData } = useNavigation()
  const isBusy = (intent: string) => formData?.get('key') === id && formData.get('intent') === intent
  return (
    <details className="mt-1" name="key">
      <summary className={`${buttonClass('quiet', 'small')} -ms-2.5 list-none [&::-webkit-details-marker]:hidden`}>
        {t('keys.manage')}
        <bdi className="sr-only"> {name}</bdi>
      </summary>
      <Form className="mt-2 grid gap-3 rounded-lg bg-sunken p-4 text-[13px]" method="post" preventScrollReset>
        <input name="key" type="hidden" value={id} />
        <p>{t('keys.manageNote')}</p>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy('rotate')} name="intent" size="small" value="rotate">
            {t('keys.second')}
            <bdi className="sr-only"> {name}</bdi>
          </Button>
          <Button isBusy={isBusy('revoke')} kind="danger" name="intent" size="small" value="revoke">
            {t('keys.revoke')}
            <bdi className="sr-only"> {name}</bdi>
          </Button>
        </div>
      </Form>
    </details>
  )
}
