import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { buildPixel } from '../scripts/house/build-pixel.ts'
import { withBrowser } from './browser.ts'
import { atMost, type Benchmark, medianOf, type Report } from './harness.ts'

const products = 300

const tag =
  '<script defer src="/app.js" data-key="tk_0123456789abcdef01234567" data-to="/n" data-consent="granted"></script>'

/** Processes every product once, like a theme. */
const themeScript = `document.querySelectorAll('li').forEach((item, at) => {
  item.style.order = String((at * 7) % ${products}); item.getBoundingClientRect() })`

const rounds = 21
/** A cheap phone, relative to this machine. */
const slowdown = 4
/** Milliseconds after which a task counts as blocking for Lighthouse. */
const patience = 50

/** The script's cost for a shop's page: bytes, load time, main thread work and blocking. */
export const benchmark: Benchmark = {
  name: 'pixel',
  about: 'a shop’s page with the script and without it, in turns, in a browser slowed down four times',
  run: (report) =>
    withBrowser(async (browser) => {
      const shop = await openBenchShop()
      try {
        await compare(report, browser, shop)
      } finally {
        await shop.close()
      }
    }),
}

async function compare(report: Report, browser: Browser, shop: BenchShop): Promise<void> {
  const visits = { with: [] as Visit[], without: [] as Visit[] }
  const names = ['with', 'without'] as const
  for (const name of names) await visit(browser, `${shop.address}/${name}`)
  for (let round = 0; round < rounds; round += 1) {
    // Alternates which one comes first.
    const turn = round % 2 === 0 ? names : names.toReversed()
    for (const name of turn) visits[name].push(await visit(browser, `${shop.address}/${name}`))
  }
  if (shop.told() < rounds) throw new Error('The script has not told every visit: there is nothing to compare.')
  report({ measure: 'script, compressed', value: shop.scriptBytes / 1024, unit: 'KB', target: atMost(4) })
  for (const [of, name, most] of measures) {
    const without = medianOf(visits.without.map((each) => each[of]))
    report({ measure: `${name} without the script`, value: without, unit: 'ms' })
    // Consecutive visits are compared: the machine was in the same state.
    const ratios = visits.with.map((each, round) => each[of] / (visits.without[round]?.[of] ?? Number.NaN))
    report({
      measure: `${name} with the script to without`,
      value: medianOf(ratios),
      unit: 'ratio',
      target: atMost(most),
    })
  }
}

const measures = [
  ['loadMs', 'load event', 1.1],
  ['paintMs', 'first paint', 1.05],
  ['busyMs', 'work of the main thread', 1.1],
  ['blockingMs', 'blocking time', 1.1],
] as const satisfies readonly (readonly [keyof Visit, string, number])[]

/** Milliseconds. */
interface Visit {
  readonly loadMs: number
  readonly paintMs: number
  readonly busyMs: number
  readonly blockingMs: number
}

/** Opens the page with an empty cache, and waits until it is idle. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Performance.enable')
  await page.addInitScript(noteLongTasks)
  await page.goto(url, { waitUntil: 'networkidle' })
  const { metrics } = await session.send('Performance.getMetrics')
  const timing = await page.evaluate(readTimes, patience)
  await context.close()
  const busySeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  return { ...timing, busyMs: busySeconds * 1000 }
}

/** Runs in the page before its own scripts: long tasks can only be observed as they happen. */
function noteLongTasks(): void {
  const long: number[] = []
  Object.assign(window, { long })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Runs in the page. */
function readTimes(patienceMs: number): Omit<Visit, 'busyMs'> {
  const long: readonly number[] = Reflect.get(window, 'long')
  const [navigation] = performance.getEntriesByType('navigation')
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return {
    loadMs: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : Number.NaN,
    paintMs: paint?.startTime ?? Number.NaN,
    blockingMs: long.reduce((sum, duration) => sum + duration - patienceMs, 0),
  }
}

// A shop's page of usual size, with and without the tracking script.

/** The running shop. */
interface BenchShop {
  readonly address: string
  /** Compressed size of the script. */
  readonly scriptBytes: number
  /** Number of events received. */
  readonly told: () => number
  close(): Promise<void>
}

/** Opens it on a free port: `/with` and `/without` differ in one tag. */
async function openBenchShop(): Promise<BenchShop> {
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
  // Safe because it listens on a port.
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
