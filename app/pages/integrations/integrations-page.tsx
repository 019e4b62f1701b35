import type { ConnectorView } from '@tillsight/domain'
import { useEffect } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { ConnectForm } from '../../blocks/connections/connect-form.tsx'
import { firstValues } from '../../blocks/connections/first-values.ts'
import type { CardModel, ConnectionModel } from '../../blocks/connections/model.ts'
import type { CheckResult, PageFailure } from '../../blocks/connections/outcomes.ts'
import { buttonClass, Notice } from '../../ui/index.ts'
import { ConnectionCard } from './connection-card.tsx'
import { Returned } from './returned.tsx'

const askEveryMs = 4_000

interface IntegrationsPageProps {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly cards: readonly CardModel[]
  readonly connectors: readonly ConnectorView[]
  /** The form that somebody was sent here for, and what it is filled with. */
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
  /** What a form has just done. */
  readonly done: string | undefined
  /** The connection whose card says so as well, because it goes on there. */
  readonly started: string | undefined
  readonly check: CheckResult | undefined
}

/** Everything the shop's figures come from, and the ways to add to it. */
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

/** Pages beside this one that are about where figures come from. */
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

/** Nothing on the page is what the refused form was about. */
function isStray(failure: PageFailure, { cards, connectors }: Pick<IntegrationsPageProps, 'cards' | 'connectors'>) {
  return cards.every(({ id }) => id !== failure.connection) && connectors.every(({ id }) => id !== failure.connector)
}

interface AvailableProps {
  readonly connector: ConnectorView
  readonly domain: string
  readonly failure: PageFailure | undefined
  /** What the form was asked to be filled with; undefined when nobody asked for it. */
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

/** Keeps the page current while something is being read and somebody is looking. */
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
