import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { addWebhookMessages, createWebhookEndpoint, findShopsByDomain } from '@tillsight/database'
import type { Runtime } from '../server/runtime.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'

const anHour = 10_000
const receivers = 50
const dead = 5
const perShop = 10
/** `npm run bench -- webhooks --minutes 60` measures the whole hour. */
const usualMinutes = 5
/** In milliseconds: how much longer than a message to a living receiver may take because others are dead. */
const longestDelayMs = 5_000

/** Whether receivers that never answer delay the messages to others. */
export const benchmark: Benchmark = {
  name: 'webhooks',
  about: `${anHour} webhooks an hour to ${receivers} receivers, ${dead} of which never answer: what the others wait`,
  run: (report) =>
    withProduct((_product, dataDir) => withRuntime(dataDir, (runtime) => measure(report, runtime, readMinutes())), {
      ALLOW_PRIVATE_STORE_URLS: 'on',
    }),
}

function readMinutes(): number {
  const at = process.argv.indexOf('--minutes')
  const given = Number(process.argv[at + 1])
  return at !== -1 && Number.isInteger(given) && given > 0 ? given : usualMinutes
}

async function measure(report: Report, runtime: Runtime, minutes: number): Promise<void> {
  const sentAt = new Map<string, number>()
  const waits: number[] = []
  const server = createServer((request, response) => {
    const began = sentAt.get(String(request.headers['webhook-id'])) ?? 0
    // A dead receiver takes the message and says nothing.
    if (request.url === '/dead') return
    waits.push(performance.now() - began)
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const { port } = server.address() as AddressInfo
    const endpoints = await addReceivers(runtime, `http://127.0.0.1:${port}`)
    const count = Math.round((anHour * minutes) / 60)
    const everyMs = 3_600_000 / anHour
    const { kysely } = runtime.stores.database
    const startedAt = performance.now()
    for (let index = 0; index < count; index += 1) {
      await delay(Math.max(0, startedAt + index * everyMs - performance.now()))
      const id = `msg_bench_${index}`
      const endpointId = endpoints[index % receivers] ?? ''
      sentAt.set(id, performance.now())
      const body = JSON.stringify({ type: 'order.booked', data: { order: String(index) } })
      await addWebhookMessages(kysely, [{ id, endpointId, type: 'order.booked', body, at: runtime.clock.now() }])
    }
    const living = endpoints.slice(dead)
    const expected = Array.from({ length: count }, (_, index) => endpoints[index % receivers]).filter((id) =>
      living.includes(id ?? ''),
    ).length
    for (let tries = 0; waits.length < expected && tries < 600; tries += 1) await delay(100)
    if (waits.length !== expected)
      throw new Error(`${waits.length} of ${expected} messages arrived at living receivers`)
    const sorted = waits.toSorted((a, b) => a - b)
    const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    report({ measure: 'wait of a message to the others, median', value: share(0.5), unit: 'ms' })
    report({ measure: 'the same, 99 of 100', value: share(0.99), unit: 'ms' })
    report({ measure: 'the same, longest', value: share(1), unit: 'ms', target: atMost(longestDelayMs) })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Adds the receivers, the dead ones first. */
async function addReceivers(runtime: Runtime, address: string): Promise<string[]> {
  const { stores, connections, clock } = runtime
  const domains = Array.from({ length: receivers / perShop }, (_, index) => `hooks-${index}.test`)
  await makeShops(
    runtime,
    domains.map((domain) => ({ domain, orders: 1 })),
  )
  const ids: string[] = []
  for (let index = 0; index < receivers; index += 1) {
    const [shop] = await findShopsByDomain(stores.database.kysely, domains[index % domains.length] ?? '')
    if (!shop) throw new Error('a shop was not made')
    const at = clock.now()
    const { id } = await createWebhookEndpoint(stores.database.kysely, {
      shopId: shop.id,
      url: `${address}/${index < dead ? 'dead' : 'in'}`,
      events: ['order.booked'],
      state: 'on',
      secret: Buffer.from(connections.secrets.seal('whsec_AAAA', `webhook ${shop.id}`)),
      createdAt: at,
      changedAt: at,
    })
    ids.push(id)
  }
  return ids
}
