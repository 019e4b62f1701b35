import { addDays, startOfDay } from '@tillsight/core/days'
import { findShopsByDomain } from '@tillsight/database'
import { sql } from 'kysely'
import type { Runtime } from '../server/runtime.ts'
import { browserName, type Door, openDoor } from './door.ts'
import { lastDay, makeShops, zone } from './facts.ts'
import { atMost, type Benchmark, inTurns, type Report } from './harness.ts'
import { openBareEngine, withProduct, withRuntime } from './installation.ts'
import { ask, inNewOrder, storeStats, yearRanges } from './metrics-query.ts'

const domain = 'large.test'
const ladder = ['cogs', 'grossProfit', 'cm1', 'cm2', 'cm3', 'netProfit', 'cm2Margin', 'costCoverage']
const byProduct = ['netSales', 'cogs', 'cm1', 'cm2', 'cm2Margin']

/** What profit adds to a query, and a breakdown of it. */
export const benchmark: Benchmark = {
  name: 'profit',
  about:
    'a year and a summary with profit, 1,000,000 orders: beside the same without it, and by product against SQL by hand',
  run: (report) =>
    withProduct(({ address }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [{ domain, orders: 1_000_000 }])
        const door = await openDoor(runtime, address)
        await measureYear(report, door)
        await measureByProduct(report, runtime, { door, domain })
        await measurePages(report, runtime, door)
      }),
    ),
}

/** With the newest name of each product, as the answer has it, or with the figures alone. */
const byHandSql = (name: string) => `
SELECT product_id AS product, ${name} AS name,
  sumIf(gross - discount, line_type IN ('product', 'adjustment') AND NOT (side = 'sale' AND line_type = 'adjustment')) AS netSales,
  sum(cost) AS cogs, netSales + sum(charges) - cogs AS cm1,
  cm1 - sum(handling) - sum(shipping_cost) - sum(fee) - sum(return_cost) - sum(order_expense) AS cm2
FROM ledger FINAL
WHERE shop_id = {shop:UUID} AND booked_at >= toDateTime({from:UInt32}, 'UTC') AND booked_at < toDateTime({until:UInt32}, 'UTC')
GROUP BY GROUPING SETS ((product), ()) ORDER BY netSales DESC LIMIT 101`

async function measureYear(report: Report, door: Door): Promise<void> {
  const times = await inTurns({
    without: () => ask(door, domain, { metrics: inNewOrder(storeStats) }),
    with: () => ask(door, domain, { metrics: [...inNewOrder(storeStats), ...ladder] }),
  })
  const more = {
    measure: 'a year, never asked: with profit / without',
    value: times.with.median / times.without.median,
  }
  report({ ...more, unit: 'ratio' })
  report({ measure: 'a year with profit, never asked', value: times.with.median, unit: 'ms' })
}

/** Profit by product of a year beside a query written by hand, which must come to the same. */
export async function measureByProduct(
  report: Report,
  { stores }: Runtime,
  { door, domain }: { readonly door: Door; readonly domain: string },
): Promise<void> {
  const shop = (await findShopsByDomain(stores.database.kysely, domain))[0]?.id ?? ''
  const engine = openBareEngine(stores.warehouseUrl)
  const { from, to } = yearRanges().now
  const until = startOfDay(to, zone).getTime() / 1000 + 86_400
  const query_params = { shop, from: startOfDay(from, zone).getTime() / 1000, until }
  const askByHand = async (name: string) => {
    const result = await engine.query({ query: byHandSql(name), query_params, format: 'JSONEachRow' })
    return result.json<{ product: string; name: string; cm2: string }>()
  }
  const byHand = () => askByHand('argMax(title, booked_at)')
  const asked = () =>
    ask(door, domain, {
      metrics: inNewOrder(byProduct),
      dimensions: ['product'],
      order: { by: 'netSales', direction: 'descending' },
      limit: 100,
      interval: undefined,
      compare: undefined,
    })
  try {
    const [{ rows = [] }, hand] = [await asked(), await byHand()]
    for (const { dimensions, names, values } of rows.slice(0, 20)) {
      const own = hand.find(({ product }) => product === dimensions['product'])
      if (Number(own?.cm2) !== Number(values['cm2']) || own?.name !== names?.['product'])
        throw new Error(`Product ${dimensions['product']}: ${values['cm2']}, by hand ${own?.cm2}`)
    }
    const times = await inTurns({ asked, byHand, nameless: () => askByHand("''") })
    const against = (hand: number) => ({ value: times.asked.median / hand, unit: 'ratio' }) as const
    report({
      measure: 'profit by product, never asked / by hand, names and figures',
      ...against(times.byHand.median),
      target: atMost(2),
    })
    report({ measure: 'the same / by hand, figures without names', ...against(times.nameless.median) })
    report({ measure: 'profit by product, never asked', value: times.asked.median, unit: 'ms' })
    report({ measure: 'by product by hand over the ledger', value: times.byHand.median, unit: 'ms' })
  } finally {
    await engine.close()
  }
}

/** The summary of a month that nobody has looked at, by somebody who sees profit where the shop shows it. */
async function measurePages(report: Report, { stores }: Runtime, { address, cookie }: Door): Promise<void> {
  await sql`UPDATE memberships SET role = 'viewer'`.execute(stores.database.kysely)
  let looked = 0
  const look = async (showsProfit: boolean) => {
    const setting = JSON.stringify({ viewersSeeProfit: showsProfit })
    await sql`UPDATE shops SET settings = settings || ${setting}::jsonb`.execute(stores.database.kysely)
    looked += 1
    const to = addDays(lastDay(), -looked)
    const response = await fetch(`${address}/shop/${domain}?from=${addDays(to, -29)}&to=${to}`, {
      headers: { 'user-agent': browserName, cookie },
    })
    const html = await response.text()
    if (html.includes('Net profit') !== showsProfit) throw new Error(`The summary answered ${response.status}`)
  }
  const times = await inTurns({ without: () => look(false), with: () => look(true) })
  const ratio = {
    measure: 'the summary, never asked: with profit / without',
    value: times.with.median / times.without.median,
  }
  report({ ...ratio, unit: 'ratio', target: atMost(1.15) })
  report({ measure: 'the summary with profit, never asked: last byte', value: times.with.median, unit: 'ms' })
}
