// Pages in a real browser: what they carry, when the largest part is painted, how long an interaction takes.
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { isAlive, openPage, slowestInteraction, watchInteractions, withBrowser } from './browser.ts'
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
  const others = ['/hub', '/costs', '/costs/goods', '/tracking', '/tracking/metaads', '/campaigns', '/attributions']
  const settings = ['/settings', '/settings/plans', '/settings/members', '/integrations', '/setup/integrations']
  return [
    ...['/auth/login', '/auth/register'].map((path) => ({ path, limit: limits.auth })),
    { path: shop, limit: limits.summary },
    ...['/', '/account', '/account/security'].map((path) => ({ path, limit: limits.other })),
    ...[...others, ...settings].map((page) => ({ path: `${shop}${page}`, limit: limits.other })),
  ]
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

/** What people do on the summary, each by its accessible name; the slowest counts, as for interaction to next paint. */
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
