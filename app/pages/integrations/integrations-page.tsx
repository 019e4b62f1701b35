import type { ConnectorView } from '@tillsight/domain'
import { href, Link } from 'react-router'
import { ConnectForm, firstValues } from '../../blocks/connections/connect-ways.tsx'
import type { CardModel, CheckResult, PageFailure } from '../../blocks/connections/model.ts'
import { useGoing } from '../../blocks/going/use-going.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { buttonClass, Notice } from '../../ui/index.ts'
import { ConnectionCard } from './connection-card.tsx'
import { useWords, type WordKey } from './words.ts'

interface ReturnedProps {
  /** Label of the connector whose flow has just succeeded. */
  readonly connected: string | null
  /** The next step is choosing accounts. */
  readonly isChoosing: boolean
  readonly failed: string | null
  /** Reason of the failure, in a word. */
  readonly why: string | null
  /** Label of a requested platform that is not the shop's. */
  readonly misfit: string | null
  readonly shopName: string
  /** A connect flow that was started and has not returned yet. */
  readonly attempt: { readonly label: string; readonly since: string; readonly keysWait: boolean } | null
}

/** Outcome of a connect flow: what happened, what it means, what to do. */
function Returned({ connected, isChoosing, failed, why, misfit, shopName, attempt }: ReturnedProps) {
  const t = useWords()
  return (
    <>
      {connected && (
        <output className="block">
          <Notice severity="info">
            {t(isChoosing ? 'returned.choose' : 'returned.connected', { label: connected })}
          </Notice>
        </output>
      )}
      {failed && (
        <div role="alert">
          <Notice severity="serious">
            {t('failed.text', {
              label: failed,
              reason: t(reasons.find((known) => known === `why.${why}`) ?? 'why.other', { label: failed }),
            })}
          </Notice>
        </div>
      )}
      {attempt && (
        <Notice severity="info">
          {t(attempt.keysWait ? 'attempt.keys' : 'attempt.open', { label: attempt.label, since: attempt.since })}
        </Notice>
      )}
      {misfit && (
        <Notice
          action={
            <Link className="underline underline-offset-3" to={href('/register')}>
              {t('misfit.add')}
            </Link>
          }
          severity="warning"
        >
          {t('misfit.text', { label: misfit, shop: shopName })}
        </Notice>
      )}
    </>
  )
}

const reasons = [
  'why.declined',
  'why.expired',
  'why.keys_missing',
  'why.other_browser',
  'why.other_account',
  'why.not_genuine',
  'why.does_not_fit',
  'why.no_answer',
  'why.unknown',
] as const satisfies readonly WordKey[]

const readingEveryMs = 4_000
/** A problem passes by itself, or by what somebody does elsewhere. */
const troubledEveryMs = 10_000

interface IntegrationsPageProps {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly cards: readonly CardModel[]
  readonly connectors: readonly ConnectorView[]
  /** The form that the visitor was sent here for, with its prefilled values. */
  readonly chosen: { readonly connector: string; readonly values: Readonly<Record<string, string>> } | null
  readonly misfit: string | null
  /** Somebody left for a platform and has not come back yet. */
  readonly attempt: { readonly label: string; readonly since: string; readonly keysWait: boolean } | null
  readonly mayChange: boolean
  readonly returned: {
    readonly connected: string | null
    readonly isChoosing: boolean
    readonly failed: string | null
    readonly why: string | null
  }
  readonly failure: PageFailure | undefined
  /** Confirmation of the last form. */
  readonly done: string | undefined
  /** The connection whose card shows the confirmation too, because the work continues there. */
  readonly started: string | undefined
  readonly check: CheckResult | undefined
}

/** All data sources of the shop, and ways to add more. */
export function IntegrationsPage({
  shop,
  returned,
  misfit,
  failure,
  done,
  started,
  check,
  ...page
}: IntegrationsPageProps) {
  const { cards, connectors, chosen, mayChange } = page
  const t = useWords()
  useGoing(
    cards.some(({ status, isReading }) => status === 'importing' || isReading),
    readingEveryMs,
  )
  useGoing(
    cards.some(({ status }) => status === 'late' || status === 'broken'),
    troubledEveryMs,
  )
  return (
    <main className="mx-auto max-w-4xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('page.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('page.about')}</p>
      <div className="grid gap-6">
        {done && (
          <noscript>
            <Notice severity="info">{done}</Notice>
          </noscript>
        )}
        <Returned {...returned} attempt={page.attempt} misfit={misfit} shopName={shop.name} />
        {!mayChange && <Notice severity="info">{t('page.readOnly')}</Notice>}
        {failure && isStray(failure, page) && <Notice severity="serious">{failure.message}</Notice>}
        {cards.length > 0 && <h2 className="sr-only">{t('page.connected')}</h2>}
        {cards.map((card) => (
          <ConnectionCard
            card={card}
            check={check?.connection === card.id ? check : undefined}
            done={started === card.id ? done : undefined}
            domain={shop.domain}
            failure={failure?.connection === card.id ? failure : undefined}
            key={card.id}
            mayChange={mayChange}
          />
        ))}
        {connectors.length > 0 && (
          <section aria-labelledby="available-heading" className="grid gap-4">
            <h2 className={cards.length > 0 ? 'mt-2 font-semibold text-[15px]' : 'sr-only'} id="available-heading">
              {t('page.available')}
            </h2>
            {connectors.map((connector) => (
              <Available
                chosen={chosen?.connector === connector.id ? chosen.values : undefined}
                connector={connector}
                domain={shop.domain}
                failure={failure}
                key={connector.id}
              />
            ))}
          </section>
        )}
        <Elsewhere domain={shop.domain} />
      </div>
    </main>
  )
}

/** Links to other pages about data sources. */
function Elsewhere({ domain }: { readonly domain: string }) {
  const t = useWords()
  return (
    <p className="flex flex-wrap gap-2 border-line border-t pt-6">
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/setup/integrations', { domain })}>
        {t('link.platforms')}
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/setup/done', { domain })}>
        {t('link.setup')}
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/integrations/imports', { domain })}>
        {t('link.imports')}
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/integrations/reconciliation', { domain })}>
        {t('link.reconciliation')}
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/integrations/number-changes', { domain })}>
        {t('link.changes')}
      </Link>
    </p>
  )
}

/** Whether no card on the page matches the rejected form. */
function isStray(failure: PageFailure, { cards, connectors }: Pick<IntegrationsPageProps, 'cards' | 'connectors'>) {
  return cards.every(({ id }) => id !== failure.connection) && connectors.every(({ id }) => id !== failure.connector)
}

interface AvailableProps {
  readonly connector: ConnectorView
  readonly domain: string
  readonly failure: PageFailure | undefined
  /** Prefilled values; undefined when this form was not requested. */
  readonly chosen: Readonly<Record<string, string>> | undefined
}

function Available({ connector, domain, failure, chosen }: AvailableProps) {
  const own = failure?.connector === connector.id ? failure : undefined
  return (
    <ConnectForm
      action={href('/shop/:domain/integrations', { domain })}
      connector={connector}
      domain={domain}
      failure={own}
      isChosen={chosen !== undefined}
      values={own?.values ?? { ...firstValues(connector, domain), ...chosen }}
    />
  )
}
