// Pages in a real browser: what they carry, when the largest part is painted, how long an interaction takes.
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import type { Door } from './door.ts'
import { atMost, medianOf, type Report } from './harness.ts'

interface Visiting {
  readonly browser: Browser
  readonly door: Door
  readonly domain: string
}

const kilobyte = 1024
const visits = 5
/** First-load limits of JavaScript in KB, as gzip makes it, by the kind of page. */
const limits = { auth: 125, summary: 190, other: 180 } as const

/** Reports every page's JavaScript, the summary's largest paint and its slowest interaction. */
export async function tryPages(report: Report, door: Door, domain: string): Promise<void> {
  const { executablePath, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...toTexts(process.env), ...env },
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const { path, limit } of pagesOf(domain)) {
      const visitor = path.startsWith('/auth/') ? { ...door, cookie: '' } : door
      const value = await weigh(await open(browser, visitor), `${door.address}${path}`)
      report({ measure: `JavaScript of ${path.replace(domain, '…')}`, value, unit: 'KB', target: atMost(limit) })
    }
    await paint(report, { browser, door, domain })
    await interact(report, { browser, door, domain })
  } finally {
    await browser.close()
  }
}

function pagesOf(domain: string): readonly { readonly path: string; readonly limit: number }[] {
  const shop = `/shop/${domain}`
  const others = ['/hub', '/costs', '/costs/goods', '/tracking', '/tracking/metaads', '/campaigns', '/attributions']
  const settings = ['/settings', '/settings/plans', '/settings/members', '/integrations', '/setup/integrations']
  return [
    ...['/auth/login', '/auth/register'].map((path) => ({ path, limit: limits.auth })),
    { path: shop, limit: limits.summary },
    ...['/', '/account', '/account/security'].map((path) => ({ path, limit: limits.other })),
    ...[...others, ...settings].map((page) => ({ path: `${shop}${page}`, limit: limits.other })),
  ]
}

async function open(browser: Browser, { address, cookie }: Door): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const pairs = cookie.split('; ').filter((pair) => pair !== '')
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: address }
    }),
  )
  return await context.newPage()
}

/** KB of the scripts that arrive before the page is at rest. */
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
    const page = await open(browser, door)
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

/** What people do on the summary, each by its accessible name; the slowest counts, as for interaction to next paint. */
async function interact(report: Report, { browser, door, domain }: Visiting): Promise<void> {
  const page = await open(browser, door)
  await page.goto(`${door.address}/shop/${domain}`, { waitUntil: 'load' })
  await isAlive(page)
  await page.evaluate(() => {
    Object.assign(window, { slowest: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Object.assign(window, { slowest: Math.max(Reflect.get(window, 'slowest'), duration) })
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
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
  const value = await page.evaluate((): number => Reflect.get(window, 'slowest'))
  report({ measure: 'slowest interaction on the summary', value, unit: 'ms', target: atMost(100) })
  await page.context().close()
}

/** React has taken the page over. */
async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
}

function toTexts(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}
