import { href, Link } from 'react-router'
import type { ConnectorView } from '../../services.ts'
import { buttonClass, Notice } from '../../ui/index.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectionCard } from './connection-card.tsx'
import type { ConnectionModel } from './model.ts'
import { useLiveConnections } from './use-live-connections.ts'

/** What a form of the page was refused for, and what was typed in. */
export interface ConnectFailure {
  readonly connector: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly isManual: boolean
  /** Without secrets. */
  readonly values: Readonly<Record<string, string>>
}

interface IntegrationsPageProps {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly connections: readonly ConnectionModel[]
  readonly connectors: readonly ConnectorView[]
  readonly mayChange: boolean
  /** Labels of the connectors that a connect flow has just come back from. */
  readonly returned: { readonly connected: string | null; readonly failed: string | null }
  readonly failure: ConnectFailure | undefined
  /** What a form has just done. */
  readonly done: string | undefined
}

/** Everything the shop's figures come from, and the ways to add to it. */
export function IntegrationsPage({ shop, returned, failure, done, ...page }: IntegrationsPageProps) {
  const { connections, connectors, mayChange } = page
  useLiveConnections(connections)
  const isStray = failure && connectors.every(({ id }) => id !== failure.connector)
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
        <Returned {...returned} />
        {!mayChange && (
          <Notice severity="info">
            Your role shows how the stores are doing. An owner or admin of the organisation connects and changes them.
          </Notice>
        )}
        {isStray && <Notice severity="serious">{failure.message}</Notice>}
        {connections.length > 0 && <h2 className="sr-only">Connected</h2>}
        {connections.map((connection) => (
          <ConnectionCard connection={connection} key={connection.id} mayChange={mayChange} />
        ))}
        {connectors.length > 0 && (
          <section aria-labelledby="available-heading" className="grid gap-4">
            <h2
              className={connections.length > 0 ? 'mt-2 font-semibold text-[15px]' : 'sr-only'}
              id="available-heading"
            >
              {connections.some(({ status }) => status === 'broken') ? 'Connect again' : 'Available'}
            </h2>
            {connectors.map((connector) => (
              <Available connector={connector} domain={shop.domain} failure={failure} key={connector.id} />
            ))}
          </section>
        )}
        <p className="flex flex-wrap gap-2 border-line border-t pt-6">
          <Link className={buttonClass()} to={href('/shop/:domain/setup/integrations', { domain: shop.domain })}>
            All platforms and what they bring
          </Link>
          <Link className={buttonClass('quiet')} to={href('/shop/:domain/setup/done', { domain: shop.domain })}>
            What is left to set up
          </Link>
          <Link
            className={buttonClass('quiet')}
            to={href('/shop/:domain/integrations/reconciliation', { domain: shop.domain })}
          >
            Reconciliation with the store
          </Link>
          <Link
            className={buttonClass('quiet')}
            to={href('/shop/:domain/integrations/number-changes', { domain: shop.domain })}
          >
            Changes of past figures
          </Link>
        </p>
      </div>
    </main>
  )
}

function Returned({ connected, failed }: IntegrationsPageProps['returned']) {
  return (
    <>
      {connected && <Notice severity="info">{connected} is connected; the import has started.</Notice>}
      {failed && (
        <Notice severity="serious">
          {failed} was not connected: the approval was refused or took too long. Try again below.
        </Notice>
      )}
    </>
  )
}

interface AvailableProps {
  readonly connector: ConnectorView
  readonly domain: string
  readonly failure: ConnectFailure | undefined
}

/** The form begins with the shop's own address in whatever asks for one. */
function Available({ connector, domain, failure }: AvailableProps) {
  const own = failure?.connector === connector.id ? failure : undefined
  const addresses = connector.fields.filter(({ type }) => type === 'url').map(({ key }) => [key, `https://${domain}`])
  return (
    <ConnectForm
      connector={connector}
      failure={own}
      isManual={own?.isManual ?? false}
      values={own?.values ?? Object.fromEntries(addresses)}
    />
  )
}
