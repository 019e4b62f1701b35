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
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
  type OwnedHttpClient,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'
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

// Repeats all requests to a store and discards the responses: the cost of reading without importing.

/** Concurrency of the connectors. */
const atOnce = { pages: 2, bulk: 4 } as const
/** Poll interval of the connector for a bulk operation. */
const pollMs = 1000

const Started = z.object({
  data: z.object({ bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullable() }) }),
})
const Polled = z.object({
  data: z.object({ bulkOperation: z.object({ status: z.string(), url: z.string().nullable() }) }),
})

/**
 * Sends the same requests with the same client, at this concurrency. A bulk operation is started and awaited again, and its
 * file downloaded.
 */
export async function fetchAgain(reading: Reading, pagesAtOnce: number = atOnce.pages): Promise<void> {
  const { requests } = reading
  const client = openClient({ ...reading, requests: [], sparedMs: 0 })
  const asked = requests.map(({ signal: _ended, ...request }) => request)
  const bulk = asked.filter(({ body }) => body?.includes('bulkOperationRunQuery('))
  const poll = asked.find(isPoll)
  // With bulk operations the only GET requests are downloads of files, which are repeated where they are created.
  const isFile = ({ method }: HttpRequest): boolean => bulk.length > 0 && method === 'GET'
  const pages = asked.filter((request) => !bulk.includes(request) && !isPoll(request) && !isFile(request))
  const tell = createTeller('fetched again')
  const total = bulk.length + pages.length
  const counted = async (work: Promise<unknown>): Promise<void> => {
    await work
    tell({ done: total - bulk.length - pages.length, total, of: 'requests' })
  }
  try {
    await Promise.all([
      ...lanes(atOnce.bulk, bulk, (request) => counted(fetchBulk(client, request, poll))),
      ...lanes(pagesAtOnce, pages, (request) => counted(client.request(request))),
    ])
  } finally {
    client.close()
  }
}

function isPoll({ body }: HttpRequest): boolean {
  return body?.includes('query PollBulk') ?? false
}

function lanes<T>(count: number, left: T[], work: (one: T) => Promise<unknown>): Promise<void>[] {
  return Array.from({ length: count }, async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  })
}

async function fetchBulk(client: HttpClient, start: HttpRequest, poll: HttpRequest | undefined): Promise<void> {
  const { bulkOperation } = Started.parse(await ask(client, start)).data.bulkOperationRunQuery
  // All slots were taken: the connector's attempt had failed as well.
  if (!bulkOperation || !poll) return
  const { query } = JSON.parse(poll.body ?? '{}') as { query: string }
  const body = JSON.stringify({ query, variables: { id: bulkOperation.id } })
  for (;;) {
    const { status, url } = Polled.parse(await ask(client, { ...poll, body })).data.bulkOperation
    if (status === 'COMPLETED') {
      if (url !== null) await client.request({ method: 'GET', url })
      return
    }
    // An operation that has ended would be polled for ever.
    if (status !== 'CREATED' && status !== 'RUNNING') throw new Error(`A bulk reading ended as ${status}`)
    await delay(pollMs)
  }
}

async function ask(client: HttpClient, request: HttpRequest): Promise<unknown> {
  const { body } = await client.request(request)
  return JSON.parse(Buffer.from(body).toString())
}
