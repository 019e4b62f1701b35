import { parseArgs } from 'node:util'
import {
  additiveModels,
  creditSumsSql,
  markov,
  type PathRow,
  rareSql,
  shapley,
  usualConfig,
} from '@tillsight/attribution'
import { addDays } from '@tillsight/core/days'
import { findShopsByDomain } from '@tillsight/database'
import { deriveJourneys, queryAttribution, run, type ShopContext, toShop } from '@tillsight/domain'
import { z } from 'zod'
import { operator } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { lastDay, makeShops } from './facts.ts'
import { atMost, type Benchmark, elapsed, medianOf, type Report } from './harness.ts'
import { openBareEngine, withDataDirectory, withRuntime } from './installation.ts'
import { memoryOfTree } from './process-tree.ts'

const [large, year] = ['large.test', 'year.test']
const { orders: size, years } = wanted()
/** Models without a Markov chain to fit. */
const models = additiveModels.filter((model) => model !== 'markov_local')
const channelCount = 12

/** The cost of attributing all orders, relative to reading their touchpoints; and how quickly a page switches models. */
export const benchmark: Benchmark = {
  name: 'attribution',
  about: `journeys and ${models.length} models for ${size} orders with 5 touches each; another model on a page of 365 days and 100,000 orders; fitted models`,
  async run(report) {
    fitModels(report)
    await withDataDirectory((dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [
          // Nearly everybody buys once: journeys of five touchpoints, a separate set for each order.
          { domain: large, orders: size, years, customersPerOrder: 1000 },
          { domain: year, orders: 200_000 },
        ])
        const [whole, page] = [await open(runtime, large), await open(runtime, year)]
        for (const ctx of [whole, page]) await writeTouches(runtime, ctx)
        await creditEverything(report, whole)
        await openPages(report, whole)
        await deriveJourneys(page, 'all')
        await switchModels(report, page)
      }),
    )
  },
}

/** `npm run bench -- attribution --orders 5000000 --years 5` */
function wanted() {
  const options = { orders: { type: 'string', default: '1000000' }, years: { type: 'string', default: '2' } } as const
  const { values } = parseArgs({ options, strict: false })
  return { orders: Number(values.orders), years: Number(values.years) }
}

async function open(runtime: Runtime, domain: string): Promise<ShopContext> {
  const [row] = await findShopsByDomain(runtime.stores.database.kysely, domain)
  if (row === undefined) throw new Error('The shop was made before')
  // As for requests: results that no model affects are cached for as long as the facts are the same.
  return { ...runtime.shopContext(operator, toShop(row)), facts: runtime.facts }
}

const channels = [
  'direct',
  'email',
  'organic_search',
  'paid_search',
  'paid_search_brand',
  'paid_social',
  'referral',
  'display',
]
const platforms = ['', '', '', 'google', 'google', 'meta', '', 'google']

/** Five visits in the four weeks before each order, on a device of its own that is identified with the buyer. */
async function writeTouches({ stores }: Runtime, { shop }: ShopContext): Promise<void> {
  const engine = openBareEngine(stores.warehouseUrl)
  const heads = 'SELECT order_id, placed_at FROM ledger FINAL WHERE shop_id = {shop:UUID} AND head = 1'
  const die = (name: string, sides: number) => `sipHash64(order_id, nth, '${name}') % ${sides}`
  const list = (texts: readonly string[]) => `[${texts.map((text) => `'${text}'`).join(', ')}]`
  try {
    for (const query of [
      `INSERT INTO touches (shop_id, visitor_id, at, touch_id, session_id, kind, channel, channel_rule, paid, platform, account_id,
        campaign_id, ad_set_id, ad_id, joined, source, medium, campaign, url, referrer, evidence, origin, bot, version, is_deleted)
      SELECT {shop:UUID}, concat('v', order_id), toDateTime64(placed_at, 3, 'UTC') - toIntervalSecond(${die('ago', 2_419_200)}),
        concat(order_id, '-', toString(nth)), concat('s', order_id, toString(nth)), 'click', ${list(channels)}[c] AS channel, channel,
        channel LIKE 'paid%' OR channel = 'display' AS paid, ${list(platforms)}[c] AS platform, if(platform = '', '', '1'),
        if(platform = '', '', toString(1 + ${die('campaign', 40)})), '', '', if(platform = '', 'none', 'campaign'), channel, 'm', 'c',
        concat('https://shop.test/products/', toString(${die('page', 500)}), '?utm_source=', channel), 'https://elsewhere.test/', 'utm', 'pixel', 'no', 1, 0
      FROM (SELECT order_id, placed_at, nth, 1 + ${die('channel', channels.length)} AS c FROM (${heads}) ARRAY JOIN [1, 2, 3, 4, 5] AS nth)`,
      `INSERT INTO identifications (shop_id, visitor_id, at, event_id, identifiers, order_id, version, is_deleted)
      SELECT {shop:UUID}, concat('v', order_id), toDateTime64(placed_at, 3, 'UTC'), concat('p', order_id), [], order_id, 1, 0 FROM (${heads})`,
    ]) {
      await engine.command({ query, query_params: { shop: shop.id } })
    }
    for (const table of ['touches', 'identifications'] as const) await stores.warehouse.optimize(table)
  } finally {
    await engine.close()
  }
}

const Rare = z.object({ views: z.number(), responses: z.number() })
const Sums = z.object({ channel: z.string() }).catchall(z.coerce.bigint())

/** Columns that journeys and models read; a scan of all columns also reads addresses and texts. */
const needed =
  'visitor_id, at, touch_id, kind, channel, platform, paid, account_id, campaign_id, ad_set_id, ad_id, origin, bot'

/** Journeys of all orders and all models, beside one scan of the touchpoints: of all columns, or of the needed ones. */
async function creditEverything(report: Report, ctx: ShopContext): Promise<void> {
  const { warehouse } = ctx
  const read = (sql: string) =>
    warehouse.read({ sql, params: {} }, z.record(z.string(), z.unknown()), { timeoutSeconds: 300 })
  const scan = (columns: string) =>
    read(`SELECT sum(cityHash64(${columns})) AS all FROM touches WHERE shop_id = {shop:UUID}`)
  const scanMs = await medianOfScans(() => scan('*'))
  const neededMs = await medianOfScans(() => scan(needed))
  const memory = watchTree()
  const journeysMs = await elapsed(() => deriveJourneys(ctx, 'all'))
  await checkLengths(ctx)
  const wholes: bigint[] = []
  const modelsMs = await elapsed(async () => {
    const [found] = await warehouse.read({ sql: rareSql(source), params: {} }, Rare, { timeoutSeconds: 300 })
    const rare = { views: found?.views === 1, responses: found?.responses === 1 }
    const { sql, params } = creditSumsSql({ source, models, config: usualConfig, unit: 10_000n, rare })
    const rows = await warehouse.read({ sql, params }, Sums, { timeoutSeconds: 300 })
    wholes.push(...models.map((_, at) => sumOf(rows, [`gross_${at}`, `lost_gross_${at}`])))
  })
  const peak = memory.stop()
  if (wholes.length !== models.length || new Set(wholes).size !== 1) {
    throw new Error(`Models share out different wholes: ${wholes.join(', ')}`)
  }
  report({ measure: 'one scan of the touches', value: scanMs, unit: 'ms' })
  report({ measure: 'one scan of the columns that are needed', value: neededMs, unit: 'ms' })
  report({ measure: 'journeys', value: journeysMs, unit: 'ms' })
  report({ measure: 'all models', value: modelsMs, unit: 'ms' })
  report({
    measure: 'journeys and all models / one scan of the touches',
    value: (journeysMs + modelsMs) / scanMs,
    unit: 'ratio',
    target: atMost(8),
  })
  report({
    measure: 'journeys and all models / one scan of what is needed',
    value: (journeysMs + modelsMs) / neededMs,
    unit: 'ratio',
  })
  report({ measure: 'most memory of the product and its stores', value: peak, unit: 'MB', target: atMost(2048) })
}

async function medianOfScans(scan: () => Promise<unknown>): Promise<number> {
  await scan()
  return medianOf([await elapsed(scan), await elapsed(scan), await elapsed(scan)])
}

/** Checks that there are five touchpoints per order, nearly all in a single journey. */
async function checkLengths({ warehouse }: ShopContext): Promise<void> {
  const sql = 'SELECT avg(length(touch_ids)) AS touches FROM journeys WHERE shop_id = {shop:UUID}'
  const [row] = await warehouse.read({ sql, params: {} }, z.object({ touches: z.coerce.number() }))
  if (row === undefined || row.touches < 4.5 || row.touches > 6) {
    throw new Error(`Journeys have ${row?.touches} touches on average, and not five`)
  }
}

function sumOf(rows: readonly z.infer<typeof Sums>[], names: readonly string[]): bigint {
  return rows.reduce((sum, row) => names.reduce((part, name) => part + BigInt(row[name] ?? 0n), sum), 0n)
}

const source = `(SELECT order_id, reinterpretAsInt64(order_revenue) AS value,
  greatest(reinterpretAsInt64(order_revenue) - reinterpretAsInt64(order_revenue_back), toInt64(0)) AS net,
  toInt64(toUnixTimestamp(placed_at)) * 1000 AS order_ms, previous_ms, milestone_ms, survey_channel, touch_ids, touch_ms, kinds, channels,
  platforms, paid FROM journeys WHERE shop_id = {shop:UUID} AND cancelled = 0)`

/** Samples the memory of this process and its stores. */
function watchTree(): { stop(): number } {
  let most = memoryOfTree(process.pid)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOfTree(process.pid))
  }, 250)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** The figures of a page about the large shop, whose periods nobody has asked for. */
async function openPages(report: Report, ctx: ShopContext): Promise<void> {
  for (const days of [30, 365]) {
    const range = { from: addDays(lastDay(), 1 - days), to: lastDay() }
    const memory = watchTree()
    const ms = await elapsed(() => run(queryAttribution, ctx, { ...range, model: 'linear_all' }))
    report({ measure: `${days} days of the whole shop, never asked`, value: ms, unit: 'ms' })
    report({ measure: 'most memory meanwhile', value: memory.stop(), unit: 'MB' })
  }
}

/** On an open page: another model each time, and then another window, so that no credit is remembered. */
async function switchModels(report: Report, ctx: ShopContext): Promise<void> {
  const range = { from: addDays(lastDay(), -364), to: lastDay() }
  const times: number[] = []
  for (const click_window_days of [28, 90] as const) {
    const [opened = 'last_click', ...others] = models
    const ask = (model: typeof opened) => run(queryAttribution, ctx, { ...range, model, click_window_days })
    const openMs = await elapsed(() => ask(opened))
    report({ measure: `the page with a window of ${click_window_days} days, first asked`, value: openMs, unit: 'ms' })
    for (const model of others) times.push(await elapsed(() => ask(model)))
  }
  report({
    measure: 'another model on 365 days of 100,000 orders',
    value: medianOf(times),
    unit: 'ms',
    target: atMost(300),
  })
  report({ measure: 'the slowest of them', value: Math.max(...times), unit: 'ms' })
}

/** Markov chains and Shapley values of a million journeys, one row each. */
function fitModels(report: Report): void {
  const rows = journeys(1_000_000)
  const startedAt = performance.now()
  const chain = markov(rows)
  const values = shapley(rows)
  const seconds = (performance.now() - startedAt) / 1000
  const shared = Object.values(values.conversions).reduce((sum, part) => sum + part, 0)
  if (Object.keys(chain.removal_effect).length !== channelCount || shared === 0) throw new Error('Nothing was fitted')
  report({
    measure: 'Markov and Shapley of 1,000,000 journeys, 12 channels',
    value: seconds,
    unit: 's',
    target: atMost(2),
  })
}

function journeys(count: number): PathRow[] {
  let state = 1
  const die = (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  const names = Array.from({ length: channelCount }, (_, nth) => `channel ${nth}`)
  return Array.from({ length: count }, () => {
    const path = Array.from({ length: 1 + die(9) }, () => names[die(channelCount)] ?? '')
    const converts = die(10) === 0
    return { path, conversions: converts ? 1 : 0, value_minor: converts ? 1000 + die(9000) : 0, null: converts ? 0 : 1 }
  })
}
