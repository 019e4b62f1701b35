import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { demoShop, summaryPath } from './figures.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { openDaysMenu, panel, tile, totalBehind } from './summary-page.ts'

const kilobyte = 1024

/** Limits of a page's first load, in KB after gzip. */
const pages = [
  { name: 'the summary', path: summaryPath(), scripts: 152 },
  { name: 'ninety days of the summary', path: summaryPath('?range=90d'), scripts: 152 },
  { name: 'the campaigns', path: summaryPath('/campaigns'), scripts: 166, requests: 24 },
  { name: 'the attribution', path: summaryPath('/attributions'), scripts: 168 },
  { name: 'the list of shops', path: '/', scripts: 180 },
  { name: 'the integrations', path: `/shop/${demoShop.domain}/integrations`, scripts: 180 },
  { name: 'the hub', path: summaryPath('/hub'), scripts: 180 },
  { name: 'the goods', path: summaryPath('/costs/goods'), scripts: 180, requests: 22 },
  { name: 'the settings', path: summaryPath('/settings'), scripts: 180 },
  { name: 'the form that creates a shop', path: '/register', scripts: 125 },
  { name: 'an error page', path: '/no/such/page', scripts: 125 },
  { name: 'signing in', path: '/auth/login', scripts: 125, isForVisitors: true },
  { name: 'creating an account', path: '/auth/register', scripts: 125, isForVisitors: true },
  { name: 'the notifications', path: '/account/notifications', scripts: 155 },
  { name: 'what keeps the account safe', path: '/account/security', scripts: 180 },
]

const weighed = new Set(['script', 'stylesheet', 'document', 'font'])

// With animations: they must not shift anything.
test.use({
  expectedMessage: /the server responded with a status of 404/,
  contextOptions: { reducedMotion: 'no-preference' },
})

for (const { name, path, scripts, requests = 20, isForVisitors = false } of pages) {
  test.describe(name, () => {
    test.use({ isVisitor: isForVisitors })

    test('stays within its budget of bytes and requests', async ({ page }) => {
      const weights = await weigh(page, async () => {
        await page.goto(path)
        await waitUntilAlive(page)
      })
      expect.soft(weights.script, 'scripts').toBeLessThanOrEqual(scripts)
      expect.soft(weights.stylesheet, 'styles').toBeLessThanOrEqual(20)
      expect.soft(weights.document, 'HTML').toBeLessThanOrEqual(40)
      expect.soft(weights.font, 'fonts').toBeLessThanOrEqual(80)
      expect.soft(weights.requests, 'requests').toBeLessThanOrEqual(requests)
    })
  })
}

test('what comes later stays small: the menu of days, the calendar, the list of orders, the next page', async ({
  page,
}) => {
  const client = page.waitForResponse(/\/assets\/client-/)
  await page.goto(summaryPath())
  await waitUntilAlive(page)
  // The auth client is loaded a little later, once for all pages.
  await client
  const lazy = [
    {
      name: 'the saved views',
      limit: 20,
      reach: async () => {
        await page.locator('summary', { hasText: 'Views' }).click()
        await page.getByRole('button', { name: 'Save this view…' }).waitFor()
        await page.keyboard.press('Escape')
      },
    },
    { name: 'the menu of days', limit: 40, reach: () => openDaysMenu(page) },
    {
      name: 'the calendar',
      limit: 40,
      reach: async () => {
        await page.getByRole('button', { name: 'Custom days…' }).click()
        await page.getByRole('grid').first().waitFor()
        await page.keyboard.press('Escape')
      },
    },
    {
      name: 'the orders behind a figure',
      limit: 50,
      reach: async () => {
        await tile(page, 'Sales').getByRole('link').click()
        await totalBehind(panel(page, 'Sales')).waitFor()
        await page.keyboard.press('Escape')
        await panel(page, 'Sales').waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the integrations',
      limit: 50,
      reach: async () => {
        await page.getByRole('link', { name: 'Integrations' }).click()
        await page.getByRole('heading', { name: 'Integrations' }).waitFor()
      },
    },
  ]
  for (const { name, limit, reach } of lazy) {
    const { script } = await weigh(page, reach)
    expect.soft(script, name).toBeLessThanOrEqual(limit)
  }
})

test('nothing on the summary jumps while it loads', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(summaryPath())
  await waitUntilAlive(page)
  await page.getByRole('table', { name: /, Country$/ }).waitFor()
  const shifts = await page.evaluate((): number[] => Reflect.get(window, 'shifts'))
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02)
})

test('pages and assets are compressed; assets are kept for a year, pages are not', async ({ page, request }) => {
  const response = await page.goto(summaryPath())
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  expect(response?.headers()['content-encoding']).toBe('br')
  const assets = await page
    .locator('link[rel="modulepreload"], link[rel="stylesheet"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(assets.length).toBeGreaterThan(2)
  for (const asset of assets) {
    const { 'cache-control': kept, ...headers } = (
      await request.get(asset, { headers: { 'accept-encoding': 'br' } })
    ).headers()
    expect(kept, asset).toBe('public, max-age=31536000, immutable')
    if (Number(headers['content-length']) > kilobyte) expect(headers['content-encoding'], asset).toBe('br')
  }
})

test('scripts are asked for when the page is painted, all at once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && asked.push(request.url())))
  const styles = Promise.withResolvers<void>()
  await page.route(/\.css$/, async (route) => {
    await styles.promise
    await route.continue()
  })
  const arrived = page.waitForRequest(/\.css$/)
  await page.goto(summaryPath(), { waitUntil: 'commit' })
  await arrived
  // The whole page is there, but for its styles.
  await page.locator('#page-end').waitFor({ state: 'attached' })
  expect(asked).toEqual([])
  styles.resolve()
  await waitUntilAlive(page)
  const preloaded = await page.locator('link[rel="modulepreload"]').count()
  expect(preloaded).toBeGreaterThan(5)
})

test('the first paint waits for no picture of the style sheet', { tag: '@phone' }, async ({ page }) => {
  await page.goto(summaryPath())
  const shapes = await page.locator('main *').evaluateAll((all) =>
    all.map((element) => {
      const { maskImage, backgroundImage, clipPath } = getComputedStyle(element, '::before')
      return { isPicture: `${maskImage} ${backgroundImage}`.includes('url('), isCut: clipPath.startsWith('polygon(') }
    }),
  )
  expect(shapes.filter(({ isPicture }) => isPicture)).toEqual([])
  // The arrows of changes.
  expect(shapes.filter(({ isCut }) => isCut).length).toBeGreaterThan(10)
})

interface Weights {
  readonly script: number
  readonly stylesheet: number
  readonly document: number
  readonly font: number
  readonly requests: number
}

/**
 * Transfer size of everything fetched during the work, compressed the same way whatever the server chose. Files are fetched
 * again to be measured: the browser may drop a body before it is read, and never keeps that of a prefetch.
 */
async function weigh(page: Page, work: () => Promise<unknown>): Promise<Weights> {
  const responses: Response[] = []
  const note = (response: Response) => responses.push(response)
  page.on('response', note)
  await work()
  page.off('response', note)
  const sizes = await Promise.all(
    responses
      .filter((response) => weighed.has(response.request().resourceType()))
      .map(async (response) => ({
        type: response.request().resourceType(),
        size: gzipSync(await (await page.request.get(response.url())).body(), { level: 9 }).length / kilobyte,
      })),
  )
  const sum = (type: string) => Math.ceil(sizes.reduce((all, each) => all + (each.type === type ? each.size : 0), 0))
  return {
    script: sum('script'),
    stylesheet: sum('stylesheet'),
    document: sum('document'),
    font: sum('font'),
    // Pictures of products are asked for as their rows come near, and how near is the browser's choice. The auth client comes some
    // seconds after the page: on a slow machine while it is still waited for.
    requests: responses.filter((response) => !/\/products\/picture\/|\/assets\/client-/.test(response.url())).length,
  }
}
