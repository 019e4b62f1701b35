import type { Connector } from '@tillsight/connectors'
import { isAppError } from '@tillsight/core'
import {
  beginConnect,
  type ConnectionContext,
  canRedirect,
  connectWithKeys,
  disconnect,
  getOrder,
  listConnections,
  listHealth,
  listOrigins,
  listRows,
  pauseConnection,
  permissionsOf,
  readFactsVersion,
  requestSync,
  run,
  runQuery,
} from '@tillsight/domain'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import type { ConnectionAction, ShopRights, ShopServices } from '../../app/services.ts'
import type { Runtime } from '../runtime.ts'
import { createCheckingServices } from './checking-services.ts'
import { toConnectionView } from './connection-view.ts'
import { toConnectorView } from './connector-view.ts'
import { toHealthViews } from './health-view.ts'
import { toOrderView } from './order-view.ts'
import { createPersonalServices } from './personal-services.ts'
import { toAnswer, toFigureRows, toInput } from './question.ts'
import { createSettingsServices } from './settings-services.ts'
import { toShopView } from './shop-view.ts'

/**
 * Whether merchants can be sent to the platform from here: it needs its app, and an address of ours. One that posts its keys
 * to us takes https only.
 */
function canSendTo({ config, connections }: Runtime, connector: Connector): boolean {
  const { publicUrl } = config
  if (publicUrl === undefined || !canRedirect(connections, connector)) return false
  return connector.connect.redirect?.exchange !== undefined || publicUrl.startsWith('https:')
}

/** One shop's services, bound to the context's actor. */
export async function createShopServices(runtime: Runtime, ctx: ConnectionContext): Promise<ShopServices> {
  const catalogue = { ...describeCatalogue(), platforms }
  return {
    ...createPersonalServices(ctx),
    ...createSettingsServices(runtime, ctx),
    ...createCheckingServices(ctx),
    shop: await toShopView(ctx),
    may: toRights(ctx),
    factsVersion: () => readFactsVersion(ctx),
    catalogue: () => catalogue,
    query: async (query) => toAnswer(await run(runQuery, ctx, toInput(query))),
    rows: async ({ metric, query, limit, cursor }) =>
      toFigureRows(await run(listRows, ctx, { ...toInput(query), metric, limit, cursor })),
    origins: (question) => run(listOrigins, ctx, question),
    async order(id) {
      try {
        return toOrderView(await run(getOrder, ctx, { id }), ctx.shop)
      } catch (error) {
        if (isAppError(error) && error.code === 'not_found') return undefined
        throw error
      }
    },
    async connections() {
      const [views, jobs] = await Promise.all([run(listConnections, ctx, {}), runtime.jobs.list()])
      return views.map((view) => toConnectionView(view, jobs))
    },
    health: async () => toHealthViews(await run(listHealth, ctx, {})),
    connectors: () =>
      runtime.connections.connectors.map((connector) => toConnectorView(connector, canSendTo(runtime, connector))),
    async connectWithKeys(input) {
      const view = await run(connectWithKeys, ctx, { ...input, values: { ...input.values } })
      return toConnectionView(view, await runtime.jobs.list())
    },
    async beginConnect(input) {
      const { redirectUrl } = await run(beginConnect, ctx, { ...input, values: { ...input.values } })
      return { redirectTo: redirectUrl }
    },
    changeConnection: (id, action) => changeConnection(ctx, { id, action }),
  }
}

function toRights({ actor }: ConnectionContext): ShopRights {
  const held = permissionsOf(actor)
  return {
    changeConnections: held.includes('connections:write'),
    openOrders: held.includes('orders:read'),
    changeSettings: held.includes('shops:write'),
    shareAnnotations: held.includes('annotations:write'),
    seeMembers: held.includes('members:read'),
  }
}

interface Change {
  readonly id: string
  readonly action: ConnectionAction
}

async function changeConnection(ctx: ConnectionContext, { id, action }: Change): Promise<void> {
  switch (action) {
    case 'pause':
    case 'resume':
      await run(pauseConnection, ctx, { connection: id, paused: action === 'pause' })
      return
    case 'disconnect':
      await run(disconnect, ctx, { connection: id, data: 'keep' })
      return
    case 'sync':
      await run(requestSync, ctx, { connection: id })
  }
}
