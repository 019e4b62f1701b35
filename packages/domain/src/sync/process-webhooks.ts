import type { Clock, ConnectionId } from '@tillsight/core'
import {
  type Database,
  deleteOldDeliveries,
  findConnection,
  listWaitingDeliveries,
  markDeliveries,
  type WebhookDeliveryRow,
} from '@tillsight/database'
import {
  type ConnectorContext,
  isConnectorError,
  type PlatformRecord,
  type WebhookHint,
  type WebhookSpec,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { type Connection, callPlatform, openConnection, storedAccount } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import { noteFailedWebhooks } from '../health/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { heldRefunds } from './held-records.ts'
import { readDelivery } from './receive-webhook.ts'
import type { SyncServices } from './services.ts'
import { hasReadHistory } from './stream-states.ts'

/** Many at once, because they may be about the same orders: each order is then fetched and booked only once. */
const deliveriesPerBatch = 500
const mostAttempts = 8
const Headers = z.record(z.string(), z.string())

/**
 * Processes the waiting deliveries of a connection, oldest first; returns how many. Throws the platform's failure when
 * something announced cannot be fetched now: what could be fetched is written, the rest waits for the next attempt, in which
 * failed deliveries come last.
 */
export async function processWebhooks(
  services: SyncServices,
  { connection: id, signal }: { connection: ConnectionId; signal: AbortSignal },
): Promise<number> {
  const row = await findConnection(services.db.kysely, id)
  if (!row || row.paused) return 0
  const connection = openConnection(row, services.connections)
  const shop = await services.openShop(connection.shopId)
  let processed = 0
  for (;;) {
    signal.throwIfAborted()
    const deliveries = await listWaitingDeliveries(services.db.kysely, id, deliveriesPerBatch)
    if (deliveries.length === 0) return processed
    const current = await findConnection(services.db.kysely, id)
    if (!current || current.paused) return processed
    await processBatch(services, { connection, shop, deliveries, signal })
    processed += deliveries.length
  }
}

interface DeliveryBatch {
  readonly connection: Connection
  readonly shop: ShopContext
  readonly deliveries: readonly WebhookDeliveryRow[]
  readonly signal: AbortSignal
}

async function processBatch(services: SyncServices, batch: DeliveryBatch): Promise<void> {
  const { complete, questions } = readBatch(services, batch)
  await finish(services, batch, complete)
  if (questions.length === 0) return
  const { answered, failure } = await fetchHints(services, batch, questions)
  await finish(services, batch, answered)
  if (!failure) return
  if (isConnectorError(failure.error)) await noteFailure(services, batch, failure.of.deliveries)
  throw failure.error
}

/** Fetched records with their deliveries. */
interface Finding {
  readonly records: readonly PlatformRecord[]
  readonly deliveries: readonly WebhookDeliveryRow[]
}

/** Something to fetch; several deliveries about the same thing share one request. */
interface Query {
  hint: WebhookHint
  readonly deliveries: WebhookDeliveryRow[]
}

function readBatch(
  services: SyncServices,
  { connection, deliveries }: DeliveryBatch,
): { complete: Finding; questions: Query[] } {
  const complete = { records: Array<PlatformRecord>(), deliveries: Array<WebhookDeliveryRow>() }
  const queries = new Map<string, Query>()
  for (const delivery of deliveries) {
    const { headers, body } = delivery
    const outcome = readDelivery(services.connections, connection, { headers: Headers.parse(headers), body })
    if (outcome.kind !== 'event' || outcome.records.length > 0) {
      complete.deliveries.push(delivery)
      if (outcome.kind === 'event') complete.records.push(...outcome.records)
      continue
    }
    complete.records.push(...(outcome.beside ?? []))
    const key = `${outcome.hint.type} ${outcome.hint.id}`
    const query = queries.get(key) ?? { hint: outcome.hint, deliveries: [] }
    if (outcome.hint.gone) query.hint = outcome.hint
    query.deliveries.push(delivery)
    queries.set(key, query)
  }
  const attemptsOf = (query: Query) => Math.max(...query.deliveries.map(({ attempts }) => attempts))
  return { complete, questions: [...queries.values()].sort((one, other) => attemptsOf(one) - attemptsOf(other)) }
}

/** Fetches until the platform fails; requests that failed before come last, so that they block no others. */
async function fetchHints(
  services: SyncServices,
  { connection, shop, signal }: DeliveryBatch,
  queries: readonly Query[],
): Promise<{ answered: Finding; failure?: { readonly of: Query; readonly error: unknown } }> {
  const { webhooks } = connection.connector
  const answered = { records: Array<PlatformRecord>(), deliveries: Array<WebhookDeliveryRow>() }
  if (!webhooks) throw new Error('a connector without webhooks hints at nothing')
  const { db, clock, connections } = services
  const account = storedAccount(connection, { db, services: connections })
  return callPlatform(connections, { account, clock, signal }, async (platform) => {
    const ctx = { ...platform, heldRefunds: heldRefunds(shop.warehouse) }
    const together = queries.length > 1 && (await fetchTogether(webhooks, ctx, queries))
    if (together) return { answered: together }
    for (const query of queries) {
      try {
        answered.records.push(...(await webhooks.resolve(ctx, query.hint)))
        answered.deliveries.push(...query.deliveries)
      } catch (error) {
        return { answered, failure: { of: query, error } }
      }
    }
    return { answered }
  })
}

/** Fetches everything in one request, if the platform supports it; after a failure one by one. */
async function fetchTogether(
  webhooks: WebhookSpec,
  ctx: ConnectorContext,
  queries: readonly Query[],
): Promise<Finding | undefined> {
  try {
    const hints = queries.map(({ hint }) => hint)
    const records = await webhooks.resolveMany?.(ctx, hints)
    return records && { records, deliveries: queries.flatMap(({ deliveries }) => deliveries) }
  } catch (error) {
    if (isConnectorError(error)) return undefined
    throw error
  }
}

/** Writes the fetched records. Nothing is written for a connection that was paused or removed meanwhile. */
async function finish(
  { db }: SyncServices,
  { connection, shop }: DeliveryBatch,
  { records, deliveries }: Finding,
): Promise<void> {
  if (records.length > 0) {
    const row = await findConnection(db.kysely, connection.id)
    if (!row || row.paused) return
    const live = await hasReadHistory(db.kysely, connection.id)
    await writeRecords(shop, { source: connection.connector.id, records, live })
  }
  await markDeliveries(db.kysely, { connectionId: connection.id, keys: keysOf(deliveries) }, 'done')
}

/** Gives up deliveries that failed too often; polling brings the changes anyway. */
async function noteFailure(
  services: SyncServices,
  { connection, shop }: DeliveryBatch,
  deliveries: readonly WebhookDeliveryRow[],
): Promise<void> {
  const givenUp = deliveries.filter(({ attempts }) => attempts + 1 >= mostAttempts)
  const waiting = deliveries.filter((delivery) => !givenUp.includes(delivery))
  const { kysely } = services.db
  await markDeliveries(kysely, { connectionId: connection.id, keys: keysOf(waiting) }, 'received')
  await markDeliveries(kysely, { connectionId: connection.id, keys: keysOf(givenUp) }, 'failed')
  if (givenUp.length === 0) return
  const { db, clock } = services
  await noteFailedWebhooks(db.kysely, {
    shop: shop.shop.id,
    connection: connection.id,
    count: givenUp.length,
    at: clock.now(),
  })
}

function keysOf(deliveries: readonly WebhookDeliveryRow[]): string[] {
  return deliveries.map(({ key }) => key)
}

const keptMs = 30 * 86_400_000

/**
 * Deletes deliveries of all connections that are older than 30 days, including those waiting because their connection is
 * paused: reading changes brings what they announced.
 */
export async function forgetOldDeliveries({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  await db.kysely
    .updateTable('webhookDeliveries')
    .set({ state: 'failed' })
    .where('receivedAt', '<', before)
    .where('state', '=', 'received')
    .execute()
  await deleteOldDeliveries(db.kysely, before)
}
