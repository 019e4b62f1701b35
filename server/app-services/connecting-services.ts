import type { Connector } from '@tillsight/connectors'
import { toPersonId } from '@tillsight/core'
import { readPerson } from '@tillsight/database'
import {
  beginConnect,
  type ConnectionContext,
  canRedirect,
  checkConnection,
  chooseAccounts,
  connectWithKeys,
  detailConnections,
  disconnect,
  findAttempt,
  type HealthIssue,
  listAccounts,
  listConnections,
  listHealth,
  pauseConnection,
  reimportConnection,
  requestSync,
  run,
} from '@tillsight/domain'
import type { ConnectInput, ConnectingServices, ConnectionAction, ConnectionDetails } from '../../app/connecting.ts'
import type { Runtime } from '../runtime.ts'
import { toConnectionView } from './connection-view.ts'
import { toConnectorView } from './connector-view.ts'

/** Connected accounts of the context's shop. */
export function createConnectingServices(runtime: Runtime, ctx: ConnectionContext): ConnectingServices {
  const { connections } = runtime
  const surroundings = async () => {
    const [jobs, zone] = await Promise.all([runtime.jobs.list(), zoneOf(ctx)])
    return { services: connections, jobs, zone, now: ctx.clock.now() }
  }
  return {
    async connections() {
      const [views, around] = await Promise.all([run(listConnections, ctx, {}), surroundings()])
      return views.map((view) => toConnectionView(view, around))
    },
    connectAttempt: () => run(findAttempt, ctx, {}),
    async connectionDetails(counting) {
      const [details, issues] = await Promise.all([
        run(detailConnections, ctx, { counting: [...counting] }),
        run(listHealth, ctx, {}),
      ])
      return details.map((detail) => ({ ...detail, notes: notesOf(issues, detail.connection) }))
    },
    connectors: () =>
      connections.connectors.map((connector) =>
        toConnectorView(connector, {
          shop: ctx.shop.id,
          app: connections.apps[connector.id] ?? {},
          canSendThere: canSendTo(runtime, connector),
        }),
      ),
    connectWithKeys: async (input) =>
      toConnectionView(await run(connectWithKeys, ctx, copy(input)), await surroundings()),
    async beginConnect(input, browser) {
      const { redirectUrl } = await run(beginConnect, ctx, { ...copy(input), browser })
      return { redirectTo: redirectUrl }
    },
    async checkConnection(id) {
      const { connection, problem } = await run(checkConnection, ctx, { connection: id })
      return { connection: toConnectionView(connection, await surroundings()), problem: problem?.message ?? null }
    },
    changeConnection: (id, action) => changeConnection(ctx, { id, action }),
    async chooseAdAccounts(id, accounts) {
      const { message } = await run(chooseAccounts, ctx, { connection: id, accounts: [...accounts] })
      return message
    },
    async refreshAdAccounts(id) {
      return (await run(listAccounts, ctx, { connection: id, refresh: true })).length
    },
    async disconnect(id, data) {
      await run(disconnect, ctx, { connection: id, data })
    },
  }
}

/**
 * Whether merchants can be sent to the platform from here: it needs its app, and an address of ours. One that posts its keys
 * to us takes https only.
 */
function canSendTo({ config, connections }: Runtime, connector: Connector): boolean {
  const { publicUrl } = config
  if (publicUrl === undefined || !canRedirect(connections, connector)) return false
  return connector.connect.redirect?.exchange !== undefined || publicUrl.startsWith('https:')
}

function copy({ connection, ...input }: ConnectInput) {
  return { ...input, values: { ...input.values }, ...(connection === undefined ? {} : { connection }) }
}

const severities = { error: 'serious', warning: 'warning', note: 'info' } as const

/** What its own standing says already is not said twice. */
const ownStanding: readonly string[] = ['connection', 'ad_account', 'incomplete_history', 'stale_sync']

function notesOf(issues: readonly HealthIssue[], connection: string): ConnectionDetails['notes'] {
  return issues
    .filter(({ kind, key }) => key.includes(connection) && !ownStanding.includes(kind))
    .map(({ severity, title, advice }) => ({ severity: severities[severity], message: `${title}. ${advice}` }))
}

interface Change {
  readonly id: string
  readonly action: ConnectionAction
}

async function changeConnection(ctx: ConnectionContext, { id: connection, action }: Change): Promise<void> {
  switch (action) {
    case 'pause':
    case 'resume':
      await run(pauseConnection, ctx, { connection, paused: action === 'pause' })
      return
    case 'reimport':
      await run(reimportConnection, ctx, { connection })
      return
    case 'sync':
      await run(requestSync, ctx, { connection })
  }
}

/** The zone of whoever looks, as they said; else the shop's. */
async function zoneOf(ctx: ConnectionContext): Promise<string> {
  const own = ctx.actor.kind === 'person' ? (await readPerson(ctx.queries, toPersonId(ctx.actor.id))).zone : null
  return own || ctx.shop.zone
}
