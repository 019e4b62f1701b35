import type { ClickHouseClient } from '@clickhouse/client'
import { addDays } from '@tillsight/core/days'
import { findShopByDomain } from '@tillsight/database'
import { toShop } from '@tillsight/domain'
import type { Page } from 'playwright-core'
import type { Runtime } from '../server/runtime.ts'
import { makeAds } from './ad-facts.ts'
import { openBareEngine } from './bare-engine.ts'
import { isAlive, openPage, slowestInteraction, watchInteractions, withBrowser } from './browser.ts'
import { type Door, openDoor } from './door.ts'
import { lastDay, makeShops } from './facts.ts'
import { atMost, type Benchmark, inTurns, medianOf, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'

const domain = 'ads.test'
const size = { ads: 5_000, days: 365 }
const rowsShown = 50
const metrics = ['adSpend', 'adImpressions', 'adClicks', 'claimedConversions', 'claimedRevenue', 'claimedRoas'] as const

/** What the table of campaigns costs beyond the engine's own work, and how it feels. */
export const benchmark: Benchmark = {
  name: 'campaigns',
  about: `the table of ${size.ads} ads over ${size.days} days against one query by hand; scrolling and interactions`,
  run: (report) =>
    withProduct(({ address }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [{ domain, orders: 20_000 }])
        const row = await findShopByDomain(runtime.stores.database.kysely, domain)
        if (row === undefined) throw new Error('The shop was made before')
        await makeAds(runtime, toShop(row), size)
        const door = await openDoor(runtime, address)
        await compare(report, runtime, { door, shop: row.id })
        await tryTable(report, door)
      }),
    ),
}

/** The days of the question. */
function range() {
  const to = lastDay()
  return { from: addDays(to, 1 - size.days), to }
}

async function compare(
  report: Report,
  { stores }: Runtime,
  { door, shop }: { readonly door: Door; readonly shop: string },
): Promise<void> {
  const engine = openBareEngine(stores.warehouseUrl)
  try {
    assertSame(await askApi(door), await askByHand(engine, shop))
    const { api, page, byHand } = await inTurns({
      api: () => askApi(door),
      page: () => askPage(door),
      byHand: () => askByHand(engine, shop),
    })
    const ratio = (measure: string, value: number) => report({ measure, value, unit: 'ratio', target: atMost(1.5) })
    ratio('page over HTTP / one query by hand', page.median / byHand.median)
    ratio('API / one query by hand', api.median / byHand.median)
    report({ measure: 'page over HTTP', value: page.median, unit: 'ms' })
    report({ measure: 'API', value: api.median, unit: 'ms' })
    report({ measure: 'one query by hand', value: byHand.median, unit: 'ms' })
  } finally {
    await engine.close()
  }
}

interface Row {
  readonly key: string
  readonly adSpend: string
  readonly claimedConversions: string
}

/** The first rows and the total, with the course of spend by week, as the table of ads asks for them. */
async function askApi({ address, bearer }: Door): Promise<Row[]> {
  const question = {
    ...range(),
    metrics,
    dimensions: ['ad'],
    order: { by: 'adSpend', direction: 'descending' },
    rowSeries: true,
    interval: 'week',
    limit: rowsShown,
  }
  const answer = await fetch(`${address}/api/v1/shops/${domain}/metrics/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(question),
  })
  if (!answer.ok) throw new Error(`The product answered ${answer.status}: ${await answer.text()}`)
  // Holds because the API's own schema made it; parsing it here would be timed as if clients did.
  const { rows, totals } = (await answer.json()) as ApiAnswer
  const list = rows.map(({ dimensions, values }) => toRow(dimensions['ad'] ?? '', values))
  return [toRow('', totals), ...list]
}

type ApiValues = Readonly<Record<string, string | number | null>>
interface ApiAnswer {
  readonly totals: ApiValues
  readonly rows: readonly { readonly dimensions: Readonly<Record<string, string>>; readonly values: ApiValues }[]
}

function toRow(key: string, { adSpend, claimedConversions }: ApiValues): Row {
  return { key, adSpend: String(adSpend), claimedConversions: String(claimedConversions) }
}

/** The page itself, as a browser asks for it. */
async function askPage({ address, cookie }: Door): Promise<void> {
  const { from, to } = range()
  const answer = await fetch(`${address}/shop/${domain}/campaigns?level=ad&from=${from}&to=${to}`, {
    headers: { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/150.0' },
    redirect: 'manual',
  })
  const html = await answer.text()
  if (answer.status !== 200 || !html.includes('</html>')) throw new Error(`The page answered ${answer.status}`)
}

/** The same as one query that an engineer would write for it. */
async function askByHand(engine: ClickHouseClient, shop: string): Promise<Row[]> {
  const result = await engine.query({
    query: byHandSql,
    query_params: { shop, ...range(), limit: rowsShown + 1 },
    format: 'JSONEachRow',
  })
  return result.json<Row>()
}

const byHandSql = `
SELECT if(grouping(ad_id) = 1, '', concat(platform, '/', account_id, '/', campaign_id, '/', ad_set_id, '/', ad_id)) AS key,
  any(named.name) AS label, sum(spend) AS adSpend, sum(impressions) AS adImpressions, sum(link_clicks) AS adClicks,
  sum(purchases) AS claimedConversions, sum(purchase_value) AS claimedRevenue,
  toFloat64(claimedRevenue) / nullIf(toFloat64(adSpend), 0) AS claimedRoas, sumMap([toMonday(day)], [spend]) AS course
FROM ad_days FINAL
LEFT JOIN (SELECT platform, account_id, ad_id, name FROM ad_entities FINAL WHERE shop_id = {shop:UUID} AND level = 'ad') AS named
  USING (platform, account_id, ad_id)
WHERE shop_id = {shop:UUID} AND day BETWEEN {from:Date} AND {to:Date}
GROUP BY GROUPING SETS ((), (platform, account_id, campaign_id, ad_set_id, ad_id))
ORDER BY adSpend DESC, key
LIMIT {limit:UInt32}`

/** Throws when a figure of the product differs from the one worked out by hand. */
function assertSame(ours: readonly Row[], byHand: readonly Row[]): void {
  for (const [at, row] of byHand.entries()) {
    const same = ours[at]
    const isSame =
      Number(same?.adSpend) === Number(row.adSpend) &&
      Number(same?.claimedConversions) === Number(row.claimedConversions)
    if (!isSame) throw new Error(`Row ${at} differs: ${JSON.stringify(same)}, by hand ${JSON.stringify(row)}`)
  }
}

/** Scrolls through the table and works with it in a real browser. */
async function tryTable(report: Report, door: Door): Promise<void> {
  await withBrowser(async (browser) => {
    const page = await openPage(browser, door)
    const { from, to } = range()
    await page.goto(`${door.address}/shop/${domain}/campaigns?level=ad&from=${from}&to=${to}`, { waitUntil: 'load' })
    await isAlive(page)
    const frames = await scroll(page)
    report({
      measure: 'frames a second while scrolling',
      value: 1000 / medianOf(frames),
      unit: 'per_second',
      target: atLeast(55),
    })
    const slow = frames.filter((ms) => ms > 34).length / frames.length
    report({ measure: 'share of frames that took more than two', value: slow, unit: 'ratio', target: atMost(0.05) })
    await watchInteractions(page)
    for (const step of stepsOn(page)) {
      await step()
      // Until what it led to is painted and whatever had to be loaded for it is there.
      await page.waitForLoadState('networkidle')
    }
    report({ measure: 'slowest interaction', value: await slowestInteraction(page), unit: 'ms', target: atMost(200) })
  })
}

function atLeast(value: number) {
  return { at: 'least', value } as const
}

/** Milliseconds of each frame while the wheel turns. */
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
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 160)
  const frames: number[] = await page.evaluate(() => Reflect.get(window, 'frames') as unknown as number[])
  return frames.slice(1)
}

/** What people do with the table: sort it, open a row beside it, show campaigns instead, unfold one. */
function stepsOn(page: Page): readonly (() => Promise<unknown>)[] {
  const table = page.getByRole('table').first()
  return [
    () => page.mouse.wheel(0, -20_000),
    () => table.getByRole('columnheader').getByRole('link').first().click(),
    () => page.getByRole('link', { name: 'Campaigns', exact: true }).last().click(),
    () => table.getByRole('row').nth(2).getByRole('link').first().click(),
  ]
}
