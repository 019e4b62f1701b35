import { Form } from 'react-router'
import { scopeWords } from '../../blocks/assistants/scope-words.ts'
import { Plug } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import type { ConnectedView } from '../../services.ts'
import { Button, Card, CopyText, EmptyState } from '../../ui/index.ts'
import { Disclosure, PageHead, SettingRow, useBusy } from './parts.tsx'

interface AssistantModel extends Pick<ConnectedView, 'client' | 'name' | 'back' | 'scopes'> {
  /** Names. */
  readonly shops: 'all' | readonly string[]
  readonly since: string
  /** Null: not yet. */
  readonly used: string | null
}

interface AssistantsPageProps {
  readonly address: string
  /** Null where they show keys only. */
  readonly assistants: readonly AssistantModel[] | null
}

/** The assistants that the person has connected, each with a button that ends it. */
export function AssistantsPage({ assistants, address }: AssistantsPageProps) {
  const t = useText()
  return (
    <>
      <PageHead title={t('assistants.connected')}>{t('assistants.connected_note')}</PageHead>
      <Card aria-label={t('assistants.connected')}>
        {assistants === null ? (
          <p className="p-4 text-[13px] text-soft sm:p-5">{t('assistants.off')}</p>
        ) : assistants.length === 0 ? (
          <EmptyState icon={Plug} title={t('assistants.none')}>
            {t('assistants.none_text')}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {assistants.map((assistant) => (
              <Assistant key={assistant.client} of={assistant} />
            ))}
          </ul>
        )}
        {assistants?.length === 0 && (
          <div className="px-4 pb-5 sm:px-5">
            <CopyText isCode label="MCP" text={address} />
          </div>
        )}
      </Card>
    </>
  )
}

function Assistant({ of: { client, name, back, scopes, shops, since, used } }: { readonly of: AssistantModel }) {
  const t = useText()
  const shown = name || t('assistants.unnamed')
  return (
    <SettingRow
      action={
        <Disclosure about={shown} label={`${t('assistants.cut_off')}…`}>
          <p className="mb-3">{t('assistants.cut_off_text')}</p>
          <Form method="post" preventScrollReset>
            <input name="client" type="hidden" value={client} />
            <Button isBusy={useBusy('cut-off')} kind="danger" name="intent" size="small" value="cut-off">
              {t('assistants.cut_off')} <span className="sr-only">{shown}</span>
            </Button>
          </Form>
        </Disclosure>
      }
      name={
        <>
          {shown} <span className="font-normal text-[13px] text-soft">{back.host}</span>
        </>
      }
    >
      {scopes.map((scope) => t(scopeWords[scope] ?? 'assistants.metrics')).join(' · ')}
      {shops !== 'all' && <span className="block">{shops.join(', ')}</span>}
      <span className="block text-faint">
        {t('assistants.since', { day: since })} ·{' '}
        {used === null ? t('assistants.unused') : t('assistants.used', { when: used })}
      </span>
    </SettingRow>
  )
}
