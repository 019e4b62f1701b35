// A shop's page of usual size, with and without the script that tells visits.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPixel } from '../scripts/house/build-pixel.ts'

/** The shop while it is open. */
export interface BenchShop {
  readonly address: string
  /** Bytes of the script as it travels. */
  readonly scriptBytes: number
  /** Events that came in. */
  readonly told: () => number
  close(): Promise<void>
}

const products = 300

/** Opens it on a free port: `/with` and `/without` differ in one tag. */
export async function openBenchShop(): Promise<BenchShop> {
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-bench-pixel-'))
  await buildPixel({ client: folder, install: folder })
  const script = gzipSync(await readFile(join(folder, 'p.js')), { level: 9 })
  await rm(folder, { recursive: true })
  const theme = gzipSync(themeScript)
  const pages = { '/with': gzipSync(toPage(tag)), '/without': gzipSync(toPage('')) }
  let told = 0
  const server = createServer((request, response) => {
    const { url = '', method } = request
    if (method === 'POST') {
      told += 1
      request.resume().on('end', () => response.writeHead(204).end())
    } else if (url === '/app.js') send(response, 'text/javascript', script)
    else if (url === '/theme.js') send(response, 'text/javascript', theme)
    else if (url === '/with' || url === '/without') send(response, 'text/html; charset=utf-8', pages[url])
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of that kind.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    scriptBytes: script.length,
    told: () => told,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const tag =
  '<script defer src="/app.js" data-key="tk_0123456789abcdef01234567" data-to="/n" data-consent="granted"></script>'

/** Works through every product once, as themes do. */
const themeScript = `document.querySelectorAll('li').forEach((item, at) => {
  item.style.order = String((at * 7) % ${products}); item.getBoundingClientRect() })`

function toPage(head: string): string {
  const items = Array.from(
    { length: products },
    (_, at) => `<li><h2>Product ${at}</h2><p>${'It is good. '.repeat(12)}</p></li>`,
  )
  return `<!doctype html><title>Shop</title><style>ul{display:grid;grid-template-columns:repeat(4,1fr)}</style>
    ${head}<script defer src="/theme.js"></script><h1>Shop</h1><ul>${items.join('')}</ul>`
}

function send(response: ServerResponse, type: string, body: Buffer): void {
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'no-store' }).end(body)
}
