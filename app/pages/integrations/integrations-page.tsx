import type { ConnectorView } from '@tillsight/domain'
import { useEffect } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { ConnectForm, firstValues } from '../../blocks/connections/connect-ways.tsx'
import type { CardModel, CheckResult, ConnectionModel, PageFailure } from '../../blocks/connections/model.ts'
import { buttonClass, Notice } from '../../ui/index.ts'
import { ConnectionCard } from './connection-card.tsx'

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
  return (
    <>
      {connected && (
        <output className="block">
          <Notice severity="info">
            {connected} is connected
            {isChoosing ? '. Say below which of its accounts belong to this shop.' : '; the import has started.'}
          </Notice>
        </output>
      )}
      {failed && (
        <div role="alert">
          <Notice severity="serious">
            {failed} was not connected: {reasonOf(why, failed)}
          </Notice>
        </div>
      )}
      {attempt && (
        <Notice severity="info">
          {attempt.keysWait
            ? `The keys of ${attempt.label} are here, but the browser that began ${attempt.since} has not come back from there. Nothing is read until it does: go back to its window and finish there, or start again below.`
            : `Connecting ${attempt.label} began ${attempt.since} and is not finished. Approve it over there, and you come back here. If you cancelled it, nothing was connected or changed; start again below.`}
        </Notice>
      )}
      {misfit && (
        <Notice
          action={
            <Link className="underline underline-offset-3" to={href('/register')}>
              Add a shop
            </Link>
          }
          severity="warning"
        >
          {misfit} cannot be connected to {shopName}, because a shop is one store and this one is of another platform.
          Add a shop for the {misfit} store; the hub shows both together.
        </Notice>
      )}
    </>
  )
}

type Words = (label: string) => string

const reasons: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['declined', (label) => `the approval was declined in ${label}. Nothing was changed; start again whenever you like.`],
  ['expired', () => 'the attempt took longer than 15 minutes, or was used already. Nothing was changed; start again.'],
  [
    'keys_missing',
    (label) =>
      `${label} says that you approved, but its keys did not arrive here. ${label} could not reach this address, or a firewall stopped it. Start again, or create keys over there and type them in.`,
  ],
  [
    'other_browser',
    (label) =>
      `it was begun in another browser, or under another address of this site. Start again here and approve in this browser. If you did not begin it, remove the keys that you approved in ${label} just now.`,
  ],
  [
    'other_account',
    () =>
      'the approval was given for another store than the one that you began with. Sign in to the right one over there and start again.',
  ],
  [
    'not_genuine',
    (label) => `the answer did not come from ${label}, or not in time. Nothing was changed; start again from here.`,
  ],
  ['does_not_fit', () => 'it is not the platform of this shop. Add a shop for it and connect it there.'],
  ['no_answer', (label) => `${label} did not hand over its keys. Nothing was changed; try again in a few minutes.`],
  ['unknown', () => 'this attempt is not known here any more. Start again from here.'],
])

function reasonOf(why: string | null, label: string): string {
  const words = reasons.get(why ?? '')
  return words ? words(label) : 'the approval was refused or took too long. Try again below.'
}

const askEveryMs = 4_000

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
  useLiveConnections(cards)
  return (
    <main className="mx-auto max-w-4xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Integrations</h1>
      <p className="mt-1 mb-6 text-soft">What {shop.name} gets its figures from.</p>
      <div className="grid gap-6">
        {done && (
          <noscript>
            <Notice severity="info">{done}</Notice>
          </noscript>
        )}
        <Returned {...returned} attempt={page.attempt} misfit={misfit} shopName={shop.name} />
        {!mayChange && (
          <Notice severity="info">
            Your role shows how the stores are doing. An owner or admin of the organisation connects and changes them.
          </Notice>
        )}
        {failure && isStray(failure, page) && <Notice severity="serious">{failure.message}</Notice>}
        {cards.length > 0 && <h2 className="sr-only">Connected</h2>}
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
              Available
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
  return (
    <p className="flex flex-wrap gap-2 border-line border-t pt-6">
      <Link className={buttonClass()} to={href('/shop/:domain/setup/integrations', { domain })}>
        All platforms and what they bring
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/setup/done', { domain })}>
        What is left to set up
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/integrations/imports', { domain })}>
        Orders from files
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/integrations/reconciliation', { domain })}>
        Reconciliation with the store
      </Link>
      <Link className={buttonClass('quiet')} to={href('/shop/:domain/integrations/number-changes', { domain })}>
        Changes of past figures
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

/** Polls while something is being read and the page is visible. */
function useLiveConnections(connections: readonly ConnectionModel[]): void {
  const { revalidate } = useRevalidator()
  const isMoving = connections.some(({ status, isReading }) => status === 'importing' || isReading)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isMoving, revalidate])
}
