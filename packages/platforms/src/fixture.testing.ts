// Shared by the fixtures of all connectors: a client that does not wait, settings that can be renewed, pages read to the end.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { Clock } from '@tillsight/core'
import type { FakeAdAccount } from '../../../simulators/ads/world.ts'
import type { AdAccount } from './ad-records.ts'
import type {
  AnyRecord,
  ConnectionSettings,
  ConnectorContext,
  Page,
  Renew,
  WebhookDelivery,
  WebhookSpec,
} from './contract.ts'
import { createHttpClient, type HttpClientOptions } from './http/index.ts'
import { memoryPauses } from './pauses.testing.ts'

/** Options of a fixture's client, and what else happens when it would wait. */
interface Options extends Partial<Omit<HttpClientOptions, 'clock' | 'sleep'>> {
  readonly clock: Clock
  readonly onPause?: (ms: number) => void
  /** Stops the platform. */
  readonly stop: () => Promise<void>
}

/** Everything of a connector's context that does not depend on the platform; client and platform end with the test. */
export function startContext(t: TestContext, { clock, onPause, stop, ...more }: Options) {
  const pauses: number[] = []
  const http = createHttpClient({
    log: { debug: () => {}, warn: () => {} },
    clock,
    userAgent: 'Tillsight/0.1 (+https://tillsight.example)',
    allowPrivateAddresses: true,
    pace: 'off',
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      pauses.push(ms)
      onPause?.(ms)
    },
    ...more,
  })
  t.after(async () => {
    http.close()
    await stop()
  })
  const { signal } = new AbortController()
  return { pauses, around: { http, clock, signal, pauses: memoryPauses(clock) } }
}

/** Stored settings; a caller with used-up values gets the renewed ones. */
export function storing(settings: ConnectionSettings): {
  readonly renew: Renew
  readonly stored: () => ConnectionSettings
} {
  let stored = settings
  const renew: Renew = async (spent, grant) => {
    const isSpent = Object.entries(spent).every(([key, value]) => stored[key] === value)
    if (isSpent) stored = { ...stored, ...(await grant(stored)) }
    return stored
  }
  return { renew, stored: () => stored }
}

/** An account as it was seen when it was chosen. */
export function chosen({ id, name, currency, zone }: FakeAdAccount, statusText: string): AdAccount {
  const seen = { readable: true, note: null, via: null }
  return { id, name, currency, zone, status: 'active', statusText, ...seen }
}

/** Reads a stream to its end. */
export async function collectPages<R extends AnyRecord>(pages: AsyncIterable<Page<R>>): Promise<Page<R>[]> {
  const collected: Page<R>[] = []
  for await (const page of pages) collected.push(page)
  return collected
}

/** A server that takes whatever a platform sends. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Pick<WebhookDelivery, 'headers' | 'body'>[]
  close(): void
}

/** Starts a receiver on a free port; it stops when the test ends, if one is given. */
export async function startReceiver(t?: TestContext): Promise<Receiver> {
  const received: Pick<WebhookDelivery, 'headers' | 'body'>[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ headers, body: Buffer.concat(chunks) })
    response.end()
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t?.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => void server.close() }
}

/** Makes a platform send a webhook to our own server, and returns the first genuine delivery. */
export async function deliveryOf(
  ctx: ConnectorContext,
  {
    webhooks,
    secret,
    send,
  }: { readonly webhooks: WebhookSpec; readonly secret: string; readonly send: () => Promise<unknown> },
): Promise<WebhookDelivery> {
  const receiver = await startReceiver()
  const target = { url: receiver.url, secret }
  try {
    await webhooks.ensure(ctx, target)
    await send()
    await webhooks.remove(ctx, target)
  } finally {
    receiver.close()
  }
  const arrived = receiver.received.map((one) => ({ ...one, secret, settings: ctx.settings }))
  const delivery = arrived.find((one) => webhooks.receive(one).kind === 'event')
  if (delivery === undefined) throw new Error('The simulated platform delivered nothing')
  return delivery
}
