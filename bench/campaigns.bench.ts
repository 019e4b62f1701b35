import { parseArgs } from 'node:util'
import { addDays, dayOf } from '@tillsight/core/days'
import { findShopsByDomain } from '@tillsight/database'
import { toShop } from '@tillsight/domain'
import type { Page } from 'playwright-core'
import { columnsPatch, usualColumns } from '../app/blocks/breakdown-table/columns.ts'
import type { Runtime } from '../server/runtime.ts'
import { isAlive, openPage, slowestInteraction, watchInteractions, withBrowser } from './browser.ts'
import { type AdRow, type AdsRanges, askAdsByHand, rowsShown } from './by-hand.ts'
import { type Door, openDoor } from './door.ts'
import { lastDay, makeAds, makeShops, zone } from './facts.ts'
import { atMost, type Benchmark, elapsed, inTurns, medianOf, type Report, shareOf } from './harness.ts'
import { openBareEngine, withProduct, withRuntime } from './installation.ts'

// The campaigns table in a real browser: scrolling and typical interactions.

const scroller = '[aria-label="Table of ads"]'
const rowsToScroll = 600

/** Scrolls through the table and works with it in a real browser; `pathOf` is the page at a level. */
async function useTable(report: Report, door: Door, pathOf: (level: 'ad' | 'campaign') => string): Promise<void> {
  await withBrowser(async (browser) => {
    const page = await openPage(browser, door)
    await page.goto(`${door.address}${pathOf('ad')}`, { waitUntil: 'load' })
    await isAlive(page)
    await loadRows(page)
    const frames = (await scroll(page)).toSorted((x, y) => x - y)
    const rate = 1000 / medianOf(frames)
    const isFluent = { at: 'least', value: 55 } as const
    report({ measure: 'frames a second while scrolling', value: rate, unit: 'per_second', target: isFluent })
    const slow = frames.filter((ms) => ms > 34).length / frames.length
    report({ measure: 'share of frames that took more than two', value: slow, unit: 'ratio', target: atMost(0.05) })
    report({ measure: 'slowest of a hundred frames', value: shareOf(frames, 0.99), unit: 'ms' })
    const sorting = await slowestOf(page, () => sortAndOpen(page))
    await page.goto(`${door.address}${pathOf('campaign')}`, { waitUntil: 'load' })
    await isAlive(page)
    let unfolding = 0
    const walking = await slowestOf(page, async () => {
      unfolding = await elapsed(() => unfold(page))
      await walk(page)
    })
    report({ measure: 'slowest interaction', value: Math.max(sorting, walking), unit: 'ms', target: atMost(200) })
    report({ measure: 'from unfolding a row to what is below it', value: unfolding, unit: 'ms', target: atMost(500) })
  })
}

/** Loads enough rows first, so that scrolling is measured and not loading. */
async function loadRows(page: Page): Promise<void> {
  await page.waitForFunction(
    ({ scroller, lines }) => {
      const element = document.querySelector(scroller)
      if (element === null) return false
      element.scrollTop = element.scrollHeight
      return element.scrollHeight / 52 >= lines
    },
    { scroller, lines: rowsToScroll },
    { polling: 100, timeout: 60_000 },
  )
  await page.waitForLoadState('networkidle')
}

/** Duration in milliseconds of each frame while scrolling, about 20,000 pixels up. */
async function scroll(page: Page): Promise<readonly number[]> {
  await page.mouse.move(720, 600)
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    let last = performance.now()
    const next = (now: number): void => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let turn = 0; turn < 200; turn += 1) await page.mouse.wheel(0, -100)
  const frames: number[] = await page.evaluate(() => Reflect.get(window, 'frames') as unknown as number[])
  return frames.slice(1)
}

/** The slowest interaction of some work on a page, without a new document. */
async function slowestOf(page: Page, work: () => Promise<void>): Promise<number> {
  await watchInteractions(page)
  await work()
  // Waits until the result is painted and everything it needs is loaded.
  await page.waitForLoadState('networkidle')
  return await slowestInteraction(page)
}

/** Sorts the table by the ROAS that platforms report, which only the heading above its own names, and opens a row's panel. */
async function sortAndOpen(page: Page): Promise<void> {
  const table = page.locator(scroller)
  await table.getByRole('columnheader').locator('[href*="sort=-claimedRoas"]').click()
  await page.waitForURL(/sort=-claimedRoas/)
  await page.waitForLoadState('networkidle')
  await table.locator('[data-row]').nth(2).locator('[href*="place="]').first().click()
  await page.getByRole('dialog').waitFor()
}

/** Unfolds the first campaign, until its ad sets are there. */
async function unfold(page: Page): Promise<void> {
  const table = page.locator(scroller)
  await table
    .getByRole('link', { name: /^Expand/ })
    .first()
    .click()
  await table.locator('[aria-level="2"]').first().waitFor()
}

/** Walks over rows with the keyboard. */
async function walk(page: Page): Promise<void> {
  await page.locator(scroller).locator('[data-row]').first().focus()
  for (let row = 0; row < 20; row += 1) await page.keyboard.press('ArrowDown')
}

const domain = 'ads.test'
const size = wanted()
const rounds = 13
/** Page and API at one level and the page at the other, twice, each with one warm-up: every query has its own range. */
const queries = 4 * (rounds + 1)

/** The cost of the campaigns table beyond the engine's own work, and how responsive it is. */
export const benchmark: Benchmark = {
  name: 'campaigns',
  about: `the table of ${size.ads} ads over ${size.days} days beside the ${size.days} before, against one query by hand; scrolling and interactions`,
  run: (report) =>
    withProduct(({ address }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [{ domain, orders: 20_000 }])
        const [row] = await findShopsByDomain(runtime.stores.database.kysely, domain)
        if (row === undefined) throw new Error('The shop was made before')
        await makeAds(runtime, toShop(row), { ads: size.ads, days: 2 * size.days + queries })
        const door = await openDoor(runtime, address)
        await compare(report, runtime, { door, shop: row.id })
        await useTable(report, door, (level) => pathOf(level, rangesOf(0)))
      }),
    ),
}

/** `npm run bench -- campaigns --ads 1000 --days 90` */
function wanted(): { readonly ads: number; readonly days: number } {
  const options = { ads: { type: 'string', default: '5000' }, days: { type: 'string', default: '365' } } as const
  const { ads, days } = parseArgs({ options, strict: false }).values
  return { ads: Number(ads), days: Number(days) }
}

/** The range of a query that ends this many days ago, the range before it, and today. */
function rangesOf(back: number): AdsRanges {
  const to = addDays(lastDay(), -back)
  const from = addDays(to, 1 - size.days)
  return { from, to, before: addDays(from, -size.days), today: dayOf(new Date(), zone) }
}

/** A new range each time: a cached result would be no work. */
function freshRanges(): () => AdsRanges {
  let back = 0
  return () => {
    back += 1
    return rangesOf(back % queries)
  }
}

async function compare(
  report: Report,
  { stores }: Runtime,
  { door, shop }: { readonly door: Door; readonly shop: string },
): Promise<void> {
  const engine = openBareEngine(stores.warehouseUrl)
  const [fresh, again] = [freshRanges(), freshRanges()]
  const byHand = (level: 'ad' | 'campaign') => () => askAdsByHand(engine, { shop, level, ranges: again() })
  const ratio = (measure: string, value: number) => report({ measure, value, unit: 'ratio', target: atMost(1.5) })
  try {
    assertSame(await askApi(door, rangesOf(0)), await askAdsByHand(engine, { shop, level: 'ad', ranges: rangesOf(0) }))
    await showColumns(door, ofAds)
    const tables = { ad: [] as number[], campaign: [] as number[] }
    const page = (level: Level) => async () => void tables[level].push(await askPage(door, level, fresh()))
    const ads = await inTurns({ page: page('ad'), api: () => askApi(door, fresh()), byHand: byHand('ad') }, rounds)
    const campaigns = await inTurns({ page: page('campaign'), byHand: byHand('campaign') }, rounds)
    await showColumns(door, null)
    const credited: number[] = []
    await inTurns({ page: async () => void credited.push(await askPage(door, 'campaign', fresh())) }, rounds)
    // Without the warm-up.
    const [adTable, campaignTable] = [medianOf(tables.ad.slice(1)), medianOf(tables.campaign.slice(1))]
    ratio('table of ads over HTTP / one query by hand', adTable / ads.byHand.median)
    ratio('table of campaigns over HTTP / one query by hand', campaignTable / campaigns.byHand.median)
    ratio('API about ads / one query by hand', ads.api.median / ads.byHand.median)
    const time = (measure: string, value: number) => report({ measure, value, unit: 'ms' })
    time('table of ads over HTTP', adTable)
    time('the whole page of ads, with what orders say', ads.page.median)
    time('API about ads', ads.api.median)
    time('ads: one query by hand', ads.byHand.median)
    time('table of campaigns over HTTP', campaignTable)
    time('the whole page of campaigns, with what orders say', campaigns.page.median)
    time('campaigns: one query by hand', campaigns.byHand.median)
    time('table of campaigns with our own credit, which is a second question', medianOf(credited.slice(1)))
  } finally {
    await engine.close()
  }
}

/** Columns that the hand-written query has too. Own attribution is a separate query. */
const ofAds = usualColumns.filter((key) => !key.startsWith('own'))

/** Null: the default columns. */
async function showColumns({ address, cookie }: Door, columns: readonly string[] | null): Promise<void> {
  const response = await fetch(`${address}/api/shop/updatePreference`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie, origin: address },
    body: JSON.stringify({ shop: domain, preference: columnsPatch(columns) }),
  })
  if (!response.ok) throw new Error(`The columns were refused: ${response.status} ${await response.text()}`)
}

/** The first rows and the total with weekly spend, as the ads table queries them. */
async function askApi({ address, bearer }: Door, { from, to, before }: AdsRanges): Promise<AdRow[]> {
  const query = {
    from,
    to,
    compare: { from: before, to: addDays(from, -1) },
    metrics: ['adSpend', 'adClicks', 'adCpc', 'claimedConversions', 'claimedRevenue', 'claimedRoas', 'claimedCpa'],
    dimensions: ['ad'],
    order: { by: 'adSpend', direction: 'descending' },
    rowSeries: true,
    interval: 'week',
    limit: rowsShown,
  }
  const response = await fetch(`${address}/api/v1/shops/${domain}/metrics/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(query),
  })
  if (!response.ok) throw new Error(`The product answered ${response.status}: ${await response.text()}`)
  // Safe because the API's own schema serialised it; parsing it here would add time that clients do not need.
  const { rows, totals, compare } = (await response.json()) as ApiResponse
  return [toRow('', totals, compare.totals), ...rows.map((row) => toRow(row.dimensions.ad, row.values, row.before))]
}

type ApiValues = Readonly<Record<string, string | number | null>>
interface ApiResponse {
  readonly totals: ApiValues
  readonly compare: { readonly totals: ApiValues }
  readonly rows: readonly {
    readonly dimensions: { readonly ad: string }
    readonly values: ApiValues
    readonly before: ApiValues
  }[]
}

function toRow(key: string, { adSpend, claimedConversions }: ApiValues, before: ApiValues): AdRow {
  return {
    key,
    spend: String(adSpend),
    purchases: String(claimedConversions),
    spendBefore: String(before['adSpend']),
  }
}

/**
 * Requests the page like a browser that is known to run scripts, to its last byte; returns the time until the table, which
 * comes before the parts about orders.
 */
async function askPage({ address, cookie }: Door, level: Level, ranges: AdsRanges): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${address}${pathOf(level, ranges)}`, {
    headers: { cookie: `${cookie}; js=1`, 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/150.0' },
    redirect: 'manual',
  })
  let table = 0
  let html = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    html += decoder.decode(part, { stream: true })
    if (table === 0 && html.includes(lastRow)) table = performance.now() - startedAt
  }
  if (response.status === 200 && html.includes('</html>') && table > 0) return table
  throw new Error(`The page answered ${response.status} ${response.headers.get('location') ?? ''}`)
}

/** Marks the end of the rows that come with the page. */
const lastRow = '</tbody>'

type Level = 'ad' | 'campaign'

function pathOf(level: Level, { from, to, before }: AdsRanges): string {
  const compare = `compare_from=${before}&compare_to=${addDays(from, -1)}`
  return `/shop/${domain}/campaigns?level=${level}&from=${from}&to=${to}&${compare}`
}

/** Throws when a figure of the product differs from the hand-written query. */
function assertSame(ours: readonly AdRow[], byHand: readonly AdRow[]): void {
  if (byHand.length !== rowsShown + 1) throw new Error(`By hand there are ${byHand.length} rows`)
  for (const [at, row] of byHand.entries()) {
    const same = ours[at]
    const isSame = (['spend', 'purchases', 'spendBefore'] as const).every(
      (figure) => Number(same?.[figure]) === Number(row[figure]),
    )
    if (!isSame) throw new Error(`Row ${at} differs: ${JSON.stringify(same)}, by hand ${JSON.stringify(row)}`)
  }
}
