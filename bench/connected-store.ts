import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectionId, systemClock, toConnectionId } from '@tillsight/core'
import {
  type ConnectionContext,
  type ConnectionServices,
  connectWithKeys,
  createShop,
  listConnections,
  run,
  type SyncProgress,
  syncConnection,
} from '@tillsight/domain'
import { createHttpClient, type HttpRequest, type OwnedHttpClient } from '@tillsight/platforms/connectors'
import { operator, theOrganisation } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { zone } from './facts.ts'
import { createTeller, until } from './harness.ts'
import { quietLog } from './installation.ts'
import type { Platform, SimulatedStore, Simulator } from './simulated-store.ts'

/** Settings and record of reading a store. */
export interface Reading {
  /** Milliseconds added to the simulator's own response time. */
  readonly pageMs: number
  /** All requests, oldest first. */
  readonly requests: HttpRequest[]
  /** Paced like the product, instead of as fast as possible. */
  readonly isPaced?: boolean
  /** Milliseconds of waiting that the platform's limits would have required. */
  sparedMs: number
}

/** The product's HTTP client, unpaced by default, which records requests. */
export function openClient(reading: Reading): OwnedHttpClient {
  const { pageMs, requests, isPaced = false } = reading
  const client = createHttpClient({
    log: quietLog,
    clock: systemClock,
    userAgent: 'Tillsight/bench',
    allowPrivateAddresses: true,
    ...(isPaced ? {} : { pace: 'off' as const }),
  })
  return {
    ...client,
    async request(request) {
      requests.push(request)
      if (pageMs > 0) await delay(pageMs)
      return client.request(request)
    },
    async pause(ms, signal) {
      signal.throwIfAborted()
      reading.sparedMs += ms
    },
  }
}

// A shop of ours that is connected to a simulated store, without a running product: the domain itself does the work.

/** A store to connect. */
interface StoreToConnect {
  readonly runtime: Runtime
  readonly platform: Platform
  readonly store: Simulator
  /** Records the requests to the store. */
  readonly reading: Reading
}

interface ConnectedStore {
  readonly runtime: Runtime
  readonly connection: ConnectionId
  /** Of the shop. */
  readonly context: ConnectionContext
}

/** Creates a shop and connects it; nothing is imported yet. */
export async function connectStore({ runtime, platform, store, reading }: StoreToConnect): Promise<ConnectedStore> {
  const services = unpaced(runtime.connections, reading)
  const domain = `shop-${performance.now().toFixed(0)}.test`
  const outside = runtime.context(operator, await theOrganisation(runtime))
  const shop = await run(createShop, outside, { domain, platform, zone, currency: 'EUR' })
  const context = { ...runtime.shopContext(operator, shop), services }
  const view = await run(connectWithKeys, context, { connector: platform, values: store.values })
  return { runtime, connection: toConnectionId(view.id), context }
}

/** The same while the product runs, which begins to read the history. Needs started jobs. */
export async function connectBesideProduct(
  runtime: Runtime,
  { domain, platform, store }: { readonly domain: string; readonly platform: Platform; readonly store: SimulatedStore },
): Promise<ConnectionContext> {
  const outside = runtime.context(operator, await theOrganisation(runtime))
  const shop = await run(createShop, outside, { domain, platform, zone, currency: 'EUR' })
  const context = runtime.shopContext(operator, shop)
  await run(connectWithKeys, context, { connector: platform, values: store.values, access: 'read_write' })
  return context
}

/** Waits until the product has imported the history of the shop's store and receives its webhooks. */
export async function untilWatched(context: ConnectionContext): Promise<void> {
  await until(async () => {
    const [connection] = await run(listConnections, context, {})
    return connection?.status === 'healthy' && (connection.webhooks?.active ?? 0) > 0
  })
}

/** Imports everything from the store, printing progress; throws unless at least this many orders were imported. */
export async function readHistory({ runtime, connection, context }: ConnectedStore, orders: number): Promise<void> {
  const tell = createTeller('read')
  const onProgress = async ({ done, total, message }: SyncProgress): Promise<void> =>
    tell({ done, total: total ?? orders, of: message })
  const order = { connection, now: true, signal: new AbortController().signal, onProgress }
  const { ended, problem, records } = await syncConnection({ ...runtime.sync, connections: context.services }, order)
  if (ended === 'done' && !problem && records >= orders) return
  throw new Error(`The sync ended as ${ended} after ${records} records: ${problem?.message}`)
}

/** Services without rate limiting that record their requests and do nothing in the background. */
export function unpaced(services: ConnectionServices, reading: Reading): ConnectionServices {
  const nothing = async (): Promise<void> => {}
  return {
    ...services,
    openHttp: () => openClient(reading),
    requests: {
      check: nothing,
      sync: nothing,
      ensureWebhooks: nothing,
      processWebhooks: nothing,
      reconcile: nothing,
      reach: nothing,
      pictures: nothing,
      tellPlatform: nothing,
    },
  }
}
