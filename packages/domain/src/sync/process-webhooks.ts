import { isConnectorError, type PlatformRecord, type WebhookHint } from '@tillsight/connectors'
import type { ConnectionId } from '@tillsight/core'
import { findConnection, listWaitingDeliveries, markDelivery, type WebhookDeliveryRow } from '@tillsight/database'
import { z } from 'zod'
import { type Connection, callPlatform, openConnection } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import { noteFailedWebhooks } from '../health/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { readDelivery } from './receive-webhook.ts'
import type { SyncServices } from './services.ts'

const deliveriesPerBatch = 200
const mostAttempts = 8
const Headers = z.record(z.string(), z.string())

/**
 * Works through the deliveries of a connection that wait, oldest first; returns how many. Throws the platform's failure
 * when what a delivery hints at cannot be fetched now: the deliveries wait for the next attempt.
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
  const { connection, shop, deliveries, signal } = batch
  const { records, hints } = readBatch(connection, deliveries)
  try {
    records.push(...(await fetchHints(services, { connection, hints, signal })))
  } catch (error) {
    if (isConnectorError(error)) await noteFailure(services, batch)
    throw error
  }
  if (records.length > 0) await writeRecords(shop, { source: connection.connector.id, records })
  for (const delivery of deliveries) await markDelivery(services.db.kysely, delivery, 'done')
}

/** Several deliveries about the same thing are one question. */
function readBatch(connection: Connection, deliveries: readonly WebhookDeliveryRow[]) {
  const records: PlatformRecord[] = []
  const hints = new Map<string, WebhookHint>()
  for (const { headers, body } of deliveries) {
    const outcome = readDelivery(connection, { headers: Headers.parse(headers), body })
    if (outcome.kind !== 'event') continue
    if (outcome.records.length > 0) records.push(...outcome.records)
    else hints.set(`${outcome.hint.type} ${outcome.hint.id}`, outcome.hint)
  }
  return { records, hints: [...hints.values()] }
}

async function fetchHints(
  services: SyncServices,
  { connection, hints, signal }: { connection: Connection; hints: readonly WebhookHint[]; signal: AbortSignal },
): Promise<PlatformRecord[]> {
  const { webhooks } = connection.connector
  if (!webhooks || hints.length === 0) return []
  return callPlatform(
    services.connections,
    { settings: connection.settings, clock: services.clock, signal },
    async (ctx) => {
      const records: PlatformRecord[] = []
      for (const hint of hints) records.push(...(await webhooks.resolve(ctx, hint)))
      return records
    },
  )
}

/** Gives up what failed too often; polling brings it anyway. */
async function noteFailure(services: SyncServices, { deliveries, connection, shop }: DeliveryBatch): Promise<void> {
  const givenUp = deliveries.filter(({ attempts }) => attempts + 1 >= mostAttempts)
  for (const delivery of deliveries) {
    await markDelivery(services.db.kysely, delivery, givenUp.includes(delivery) ? 'failed' : 'received')
  }
  if (givenUp.length === 0) return
  const { db, clock } = services
  await noteFailedWebhooks(db.kysely, {
    shop: shop.shop.id,
    connection: connection.id,
    count: givenUp.length,
    at: clock.now(),
  })
}
