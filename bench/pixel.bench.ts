import type { Browser } from 'playwright-core'
import { withBrowser } from './browser.ts'
import { atMost, type Benchmark, medianOf, type Report } from './harness.ts'
import { type BenchShop, openBenchShop } from './pixel-shop.ts'

const rounds = 21
/** A cheap phone beside the machine that measures. */
const slowdown = 4
/** What Lighthouse calls blocking begins after these milliseconds of one task. */
const patience = 50

/** What a page of a shop pays for the script: bytes, time until it has loaded, work and blocking of its main thread. */
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
    // Neither always comes after the other.
    const turn = round % 2 === 0 ? names : names.toReversed()
    for (const name of turn) visits[name].push(await visit(browser, `${shop.address}/${name}`))
  }
  if (shop.told() < rounds) throw new Error('The script has not told every visit: there is nothing to compare.')
  report({ measure: 'script, compressed', value: shop.scriptBytes / 1024, unit: 'KB', target: atMost(4) })
  for (const [of, name, most] of measures) {
    const without = medianOf(visits.without.map((each) => each[of]))
    report({ measure: `${name} without the script`, value: without, unit: 'ms' })
    // Visits next to each other had the same machine.
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

/** Opens the page as somebody who has never been there, and waits until it is at rest. */
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

/** Runs in the page before its own scripts: long tasks are told while they are new. */
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
