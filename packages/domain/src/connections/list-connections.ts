import type { ConnectionId } from '@tillsight/core'
import { countDeliveries } from '@tillsight/database'
import type { Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { createShopReads, defineVerb } from '../context/index.ts'
import { ConnectionView, describeConnection } from './connection-view.ts'
import { appOf, type ConnectionContext, type ConnectionServices, canRedirect, connectorOf } from './platform-call.ts'

/** Lists the shop's connected accounts with their status, oldest first. */
export const listConnections = defineVerb({
  name: 'connection.list',
  needs: 'connections:read',
  access: 'read',
  input: z.object({}),
  output: z.array(ConnectionView),
  async run(ctx: ConnectionContext) {
    const { services, clock, reads = createShopReads(ctx) } = ctx
    const [{ connections: rows, adAccounts }, states] = await Promise.all([reads.standing(), reads.syncStates()])
    const now = clock.now()
    const accounts = Map.groupBy(adAccounts, (row) => row.connectionId)
    return rows.map((row) =>
      describeConnection(row, {
        services,
        now,
        states: states.get(row.id) ?? [],
        adAccounts: accounts.get(row.id) ?? [],
      }),
    )
  },
})

const Field = z.object({
  key: z.string(),
  label: z.string(),
  help: z.string(),
  type: z.enum(['text', 'url', 'password']),
  secret: z.boolean(),
  required: z.boolean(),
  /** Whether the shop's own domain is a good default. */
  isShopAddress: z.literal(true).optional(),
})

/** A platform whose accounts can be connected, and what connecting requires. */
export const ConnectorView = z.object({
  id: z.string(),
  kind: z.enum(['store', 'ads']),
  label: z.string(),
  description: z.string(),
  /** The version of its API that is used. */
  apiVersion: z.string(),
  fields: z.array(Field),
  /** Keys of the fields that the redirect flow needs; null if connecting requires entering every field. */
  redirectFields: z.array(z.string()).nullable(),
  /** The platform's app store page where it wants merchants to begin; null if they begin with the form. */
  beginAt: z.string().nullable(),
  /** Environment variables the operator must set before merchants can be sent there; empty if all are set. */
  missingVariables: z.array(z.string()),
  /** Whether it sends webhooks, and can reach this installation. */
  updates: z.enum(['unsupported', 'no_address', 'possible']),
  /** Whether instant updates require a key with write access. */
  asksToWrite: z.boolean(),
  /** Whether the guides have a page about setting it up. */
  hasGuide: z.boolean(),
})
export type ConnectorView = z.infer<typeof ConnectorView>

/** Lists every supported platform; of the store platforms only the shop's own can be connected. */
export const listConnectors = defineVerb({
  name: 'connector.list',
  needs: 'connections:read',
  access: 'read',
  input: z.object({}),
  output: z.array(ConnectorView),
  async run(ctx: ConnectionContext) {
    return ctx.services.connectors.map((connector) => viewConnector(connector, ctx))
  },
})

/** If merchants cannot be redirected to the platform, only its form is offered. */
function viewConnector(connector: Connector, { services, shop }: ConnectionContext): ConnectorView {
  const { id, kind, label, description, connect, webhooks } = connector
  const app = appOf(services, connector)
  const canSend = canSendTo(services, connector)
  const isListed = canSend && connect.redirect?.listing?.(app) !== undefined
  return {
    id,
    kind,
    label,
    description,
    apiVersion: connector.apiVersion.name,
    fields: [...connect.fields],
    redirectFields: canSend
      ? connect.fields.filter((field) => !field.secret && field.type === 'url').map((field) => field.key)
      : null,
    beginAt: isListed ? `/api/${id}/connect?${new URLSearchParams({ shop: shop.id })}` : null,
    missingVariables: (connect.app ?? [])
      .filter(({ key, required }) => required && !app[key])
      .map(({ variable }) => variable),
    updates: webhooks === undefined ? 'unsupported' : services.addresses === null ? 'no_address' : 'possible',
    asksToWrite: webhooks?.needsWriting ?? false,
    hasGuide: connector.guide !== undefined,
  }
}

/**
 * Whether merchants can be redirected to the platform: that requires the operator's app and a public address, with https for
 * platforms that post their keys.
 */
function canSendTo(services: ConnectionServices, connector: Connector): boolean {
  const { addresses } = services
  if (addresses === null || !canRedirect(services, connector)) return false
  return connector.connect.redirect?.exchange !== undefined || addresses.callback(connector.id).startsWith('https:')
}

const dayMs = 86_400_000

/** Details of a connection that are only loaded for its own page. */
export const ConnectionDetails = z.object({
  connection: z.string(),
  /** Orders from this source in the figures; null unless the count was requested. */
  orders: z.number().nullable(),
  /** Account days in the figures; null unless the count was requested. */
  adDays: z.number().nullable(),
  deliveries: z.object({
    lastAt: z.iso.datetime().nullable(),
    /** Received in the last 24 hours. */
    lately: z.number(),
    /** Received and not yet processed. */
    waiting: z.number(),
  }),
})
export type ConnectionDetails = z.infer<typeof ConnectionDetails>

/** Webhook deliveries of every connection and, for those named, the number of orders they supplied. */
export const detailConnections = defineVerb({
  name: 'connection.details',
  needs: 'connections:read',
  access: 'read',
  input: z.object({ counting: z.array(z.string()).max(20).default([]) }),
  output: z.array(ConnectionDetails),
  async run(ctx: ConnectionContext, { counting }) {
    const { clock, reads = createShopReads(ctx) } = ctx
    const { connections: rows } = await reads.standing()
    const since = new Date(clock.now().getTime() - dayMs)
    const deliveries = await readDeliveries(ctx, { connections: rows.map(({ id }) => id), since })
    return await Promise.all(
      rows.map(async ({ id, connector }) => ({
        connection: id,
        ...(counting.includes(id) ? await countFacts(ctx, connector) : { orders: null, adDays: null }),
        deliveries: deliveries.get(id) ?? { lastAt: null, lately: 0, waiting: 0 },
      })),
    )
  },
})

interface Params {
  readonly connections: readonly ConnectionId[]
  readonly since: Date
}

async function readDeliveries(
  { queries }: ConnectionContext,
  { connections, since }: Params,
): Promise<ReadonlyMap<ConnectionId, ConnectionDetails['deliveries']>> {
  const counted = await countDeliveries(queries, connections, since)
  return new Map(
    counted.map(({ connectionId, lastAt, lately, waiting }) => [
      connectionId,
      { lastAt: lastAt?.toISOString() ?? null, lately, waiting },
    ]),
  )
}

async function countFacts(ctx: ConnectionContext, connector: string) {
  const isAds = connectorOf(ctx.services, connector).kind === 'ads'
  return isAds
    ? { orders: null, adDays: await countAdDays(ctx, connector) }
    : { orders: await countOrders(ctx, connector), adDays: null }
}

const AdDays = z.object({ days: z.coerce.number() })

async function countAdDays({ warehouse }: ConnectionContext, platform: string): Promise<number> {
  const sql = `SELECT toString(uniqExact(day)) AS days FROM ad_days FINAL
    WHERE shop_id = {shop:UUID} AND platform = {platform:String}`
  const [counted] = await warehouse.read({ sql, params: { platform } }, AdDays)
  return counted?.days ?? 0
}

const Count = z.object({ orders: z.coerce.number() })

async function countOrders({ warehouse }: ConnectionContext, source: string): Promise<number> {
  const sql = `SELECT toString(uniqExact(id)) AS orders FROM records
    WHERE shop_id = {shop:UUID} AND source = {source:String} AND type = 'order'`
  const [counted] = await warehouse.read({ sql, params: { source } }, Count)
  return counted?.orders ?? 0
}
