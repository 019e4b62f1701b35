import { gzipSync } from 'node:zlib'
import { createConnection, findShopsByDomain, saveSyncState, updateConnection } from '@tillsight/database'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import type { Browser, Page } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import type { Runtime } from '../server/runtime.ts'
import { isAlive, openPage, signInBrowser, slowestInteraction, watchInteractions, withBrowser } from './browser.ts'
import { type Door, openDoor } from './door.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, medianOf, type Report, type Result } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'

// Pages in a real browser: their JavaScript, largest contentful paint, and interaction latency.

interface Visiting {
  readonly browser: Browser
  readonly door: Door
  readonly domain: string
}

const kilobyte = 1024
const visits = 5
/** Limits of JavaScript on first load in KB after gzip, by kind of page. */
const limits = { auth: 125, summary: 150, figures: 165, other: 180 } as const

/** Reports the JavaScript of all pages, and the summary's largest paint and slowest interaction. */
async function tryPages(report: Report, door: Door, domain: string): Promise<void> {
  await withBrowser(async (browser) => {
    for (const { path, limit } of pagesOf(domain)) {
      const visitor = path.startsWith('/auth/') ? { ...door, cookie: '' } : door
      const value = await weigh(await openPage(browser, visitor), `${door.address}${path}`)
      report({ measure: `JavaScript of ${path.replace(domain, '…')}`, value, unit: 'KB', target: atMost(limit) })
    }
    await paint(report, { browser, door, domain })
    await interact(report, { browser, door, domain })
  })
}

function pagesOf(domain: string): readonly { readonly path: string; readonly limit: number }[] {
  const shop = `/shop/${domain}`
  const others = ['/hub', '/costs', '/costs/goods', '/tracking', '/tracking/metaads']
  const settings = ['/settings', '/settings/plans', '/settings/members', '/integrations', '/setup/integrations']
  return [
    ...['/auth/login', '/auth/register'].map((path) => ({ path, limit: limits.auth })),
    { path: shop, limit: limits.summary },
    ...['/campaigns', '/attributions'].map((page) => ({ path: `${shop}${page}`, limit: limits.figures })),
    ...['/', '/account', '/account/security'].map((path) => ({ path, limit: limits.other })),
    ...[...others, ...settings].map((page) => ({ path: `${shop}${page}`, limit: limits.other })),
  ]
}

/** KB of scripts loaded until the page is idle. */
async function weigh(page: Page, address: string): Promise<number> {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await page.goto(address, { waitUntil: 'load' })
  await isAlive(page)
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (url) => gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length),
  )
  await page.context().close()
  return sizes.reduce((sum, size) => sum + size, 0) / kilobyte
}

async function paint(report: Report, { browser, door, domain }: Visiting): Promise<void> {
  const times: number[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await openPage(browser, door)
    await page.goto(`${door.address}/shop/${domain}`, { waitUntil: 'load' })
    await isAlive(page)
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((done) => {
            new PerformanceObserver((list) => done(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
              type: 'largest-contentful-paint',
              buffered: true,
            })
          }),
      ),
    )
    await page.context().close()
  }
  report({ measure: 'summary, largest contentful paint', value: medianOf(times), unit: 'ms', target: atMost(1200) })
}

/** Typical interactions on the summary, found by accessible name; the slowest counts, as for interaction to next paint. */
async function interact(report: Report, { browser, door, domain }: Visiting): Promise<void> {
  const page = await openPage(browser, door)
  await page.goto(`${door.address}/shop/${domain}`, { waitUntil: 'load' })
  await isAlive(page)
  await watchInteractions(page)
  const steps: readonly (() => Promise<unknown>)[] = [
    () => page.locator('header button[aria-haspopup="dialog"]').first().click(),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'About Sales', exact: true }).first().click(),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('article').getByRole('link').first().click(),
    () => page.keyboard.press('Escape'),
  ]
  for (const step of steps) {
    await step()
    // Until what it led to is painted and whatever had to be loaded for it is there.
    await page.waitForLoadState('networkidle')
  }
  const value = await slowestInteraction(page)
  report({ measure: 'slowest interaction on the summary', value, unit: 'ms', target: atMost(100) })
  await page.context().close()
}

// Lighthouse on the two pages that people see most, in both of its profiles; the median of three.
const runs = 3
const profiles = [
  { name: 'desktop', config: desktopConfig, performance: 95, paintMs: 1200 },
  { name: 'mobile', config: undefined, performance: 98, paintMs: 1800 },
] as const

const full = 'full.test'
const orders = 100_000

/** Page weight, interaction latency, and Lighthouse scores. */
export const benchmark: Benchmark = {
  name: 'pages',
  about: 'client JavaScript per page, largest paint, interactions and Lighthouse, of a shop with 100,000 orders',
  run: (report) =>
    withProduct(async (product, dataDir) => {
      const door = await withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [{ domain: full, orders }])
        await addConnection(runtime)
        return await openDoor(runtime, product.address)
      })
      await tryPages(report, door, full)
      await auditPages(report, door, full)
    }),
}

/** A store that was just synced completely, and is not due: without one a page has nothing to show. */
async function addConnection({ stores, clock }: Runtime): Promise<void> {
  const { kysely } = stores.database
  const [shop] = await findShopsByDomain(kysely, full)
  if (!shop) throw new Error('The shop was made just now.')
  const { id } = await createConnection(kysely, {
    shopId: shop.id,
    connector: 'woocommerce',
    settings: {},
    secrets: Buffer.from('nobody reads these'),
    status: 'active',
  })
  await updateConnection(kysely, id, { paused: true })
  for (const stream of ['orders', 'refunds']) {
    for (const mode of ['backfill', 'increment'] as const) {
      await saveSyncState(kysely, { connectionId: id, stream, mode }, { lastSuccessAt: clock.now() })
    }
  }
}

/** Reports performance, accessibility, best practices, what search engines look for, largest paint, blocking time and shift of sign-in and summary. */
async function auditPages(report: Report, door: Door, domain: string): Promise<void> {
  const pages = [
    { name: 'login', path: '/auth/login', visitor: { ...door, cookie: '' } },
    { name: 'summary', path: `/shop/${domain}`, visitor: door },
  ]
  for (const { name, path, visitor } of pages) {
    for (const profile of profiles) {
      const marks: Marks[] = []
      for (let run = 0; run < runs; run += 1) marks.push(await audit(path, { profile, visitor }))
      const note = (measure: string, of: keyof Marks, rest: Pick<Result, 'unit' | 'target'>) =>
        report({
          measure: `${name}, ${profile.name}: ${measure}`,
          value: medianOf(marks.map((each) => each[of])),
          ...rest,
        })
      note('performance', 'performance', { unit: 'count', target: { at: 'least', value: profile.performance } })
      note('accessibility', 'accessibility', { unit: 'count', target: { at: 'least', value: 100 } })
      note('best practices', 'practices', { unit: 'count', target: { at: 'least', value: 100 } })
      note('search', 'search', { unit: 'count', target: { at: 'least', value: 95 } })
      note('largest paint', 'paint', { unit: 'ms', target: { at: 'most', value: profile.paintMs } })
      note('blocking', 'blocking', { unit: 'ms', target: { at: 'most', value: 80 } })
      note('shift', 'shift', { unit: 'ratio', target: { at: 'most', value: 0.02 } })
    }
  }
}

interface Marks {
  readonly performance: number
  readonly accessibility: number
  readonly practices: number
  readonly search: number
  readonly paint: number
  readonly blocking: number
  readonly shift: number
}

interface Audit {
  readonly profile: (typeof profiles)[number]
  readonly visitor: Door
}

async function audit(path: string, { profile, visitor }: Audit): Promise<Marks> {
  const { executablePath, env } = findBrowser()
  const chrome = await launch({
    chromePath: executablePath,
    envVars: { ...process.env, ...env },
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    // As people have it: a header that is added to requests is missing where the browser itself asks, as for live updates.
    await signInBrowser(chrome.port, visitor)
    const url = `${visitor.address}${path}`
    const result = await lighthouse(
      url,
      {
        port: chrome.port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      },
      profile.config,
    )
    if (!result) throw new Error(`Lighthouse said nothing about ${url}.`)
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
    const number = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      practices: score('best-practices'),
      search: score('seo'),
      paint: number('largest-contentful-paint'),
      blocking: number('total-blocking-time'),
      shift: number('cumulative-layout-shift'),
    }
  } finally {
    chrome.kill()
  }
}
