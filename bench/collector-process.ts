// The collector benchmark's servers, in a process of their own: the collector without stores, so that all events stay on its
// disk, and a server that only reads its requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError, systemClock as clock, toShopId } from '@tillsight/core'
import { createCollector } from '../server/collect/collector.ts'
import { createIntake } from '../server/collect/intake.ts'
import { createCollectDoor } from '../server/http/collect.ts'
import { quietLog } from './installation.ts'

const [, , dataDir = ''] = process.argv
const log = { ...quietLog, error() {} }
const unlimited = { burst: 1e9, perSecond: 1e9 }
const shop = {
  id: toShopId('00000000-0000-4000-8000-000000000001'),
  domains: ['shop.example'],
  checkouts: [],
  identify: () => [],
}

const intake = createIntake({
  dataDir,
  clock,
  log,
  mostBytes: 64 * 1024 ** 3,
  isUp: async () => false,
  write: async () => {
    throw new AppError('unavailable', 'There is no warehouse in this benchmark.')
  },
})
await intake.open()
const collector = createCollector({
  clock,
  intake,
  findShop: async () => shop,
  rates: { shop: unlimited, network: unlimited },
})
const door = createCollectDoor({ collector, clock, trustProxy: true, log })

function bare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    Buffer.concat(chunks).toString()
    response.writeHead(204)
    response.end()
  })
}

const servers = [createServer(bare), createServer((request, response) => void door(request, response))]
await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
// Holds because both listen on a port.
const ports = servers.map((server) => (server.address() as AddressInfo).port)
process.send?.({ bare: ports[0], collector: ports[1] })
process.on('disconnect', () => process.exit(0))
