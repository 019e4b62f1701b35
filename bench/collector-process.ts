// The collector benchmark's servers, in a process of their own: a server that only reads its requests, and the collector.
// That stores nothing, so that all events stay on its disk, or with `drain` stores what it took as it does in the product.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError, systemClock as clock, toShopId } from '@tillsight/core'
import { listTrackingKeys, run } from '@tillsight/domain'
import { type Collector, createCollector } from '../server/collect/collector.ts'
import { createIntake, type EventIntake } from '../server/collect/intake.ts'
import { operator } from '../server/contexts.ts'
import { createCollectDoor } from '../server/http/collect.ts'
import { openCollector } from '../server/serve.ts'
import { addShop } from './facts.ts'
import { quietLog, withRuntime } from './installation.ts'

const [, , dataDir = '', mode = 'spool'] = process.argv
const log = { ...quietLog, error() {} }
const unlimited = { burst: 1e9, perSecond: 1e9 }
const rates = { shop: unlimited, network: unlimited }
const domain = 'shop.example'
const anyKey = 'tk_0123456789abcdef01234567'

/** What the benchmark needs to know of the servers. */
export interface Started {
  readonly bare: number
  readonly collector: number
  /** Names the shop in messages. */
  readonly key: string
}

if (mode === 'drain') await withRuntime(dataDir, serveWithDrain)
else await serveFromSpool()

async function serveFromSpool(): Promise<void> {
  const intake = createIntake({
    dataDir,
    clock,
    log,
    mostBytes: 64 * 1024 ** 3,
    isUp: async () => false,
    write: async () => {
      throw new AppError('unavailable', 'There is no warehouse in this part of the benchmark.')
    },
  })
  const shop = {
    id: toShopId('00000000-0000-4000-8000-000000000001'),
    domains: [domain],
    checkouts: [],
    identify: () => [],
  }
  await intake.open()
  await answer({ intake, collector: createCollector({ clock, intake, findShop: async () => shop, rates }) }, anyKey)
  process.exit(0)
}

/** As in the product, with shops that are looked up, but without its limits: all messages come from one sender. */
async function serveWithDrain(runtime: Parameters<typeof openCollector>[0]): Promise<void> {
  const shop = await addShop(runtime, domain)
  const [known] = await run(listTrackingKeys, runtime.shopContext(operator, shop), {})
  // Storing visits queues the work on what they change.
  await runtime.jobs.start()
  await runtime.intake.open()
  await answer({ intake: runtime.intake, collector: openCollector(runtime, { rates }) }, known?.key ?? anyKey)
  await runtime.intake.close()
  await runtime.jobs.stop()
}

/** Answers until the benchmark disconnects. Each message from it asks how many bytes wait. */
async function answer(parts: { readonly intake: EventIntake; readonly collector: Collector }, key: string) {
  const { intake, collector } = parts
  const door = createCollectDoor({ collector, clock, trustProxy: true, log })
  const servers = [createServer(bare), createServer((request, response) => void door(request, response))]
  // Connections are idle for longer than is usual: those of the server that is not measured, and those that a rate does not need.
  for (const server of servers) Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 })
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
  // Holds because both listen on a port.
  const [bareDoor = 0, collectorDoor = 0] = servers.map((server) => (server.address() as AddressInfo).port)
  process.on('message', () => process.send?.(intake.heldBytes()))
  process.send?.({ bare: bareDoor, collector: collectorDoor, key } satisfies Started)
  await once(process, 'disconnect')
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
}

function bare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    Buffer.concat(chunks).toString()
    response.writeHead(204)
    response.end()
  })
}
