import type { ClickHouseClient } from '@clickhouse/client'
import { addDays, type Day, dayOf, startOfDay } from '@tillsight/core/days'
import {
  createConnection,
  saveAdAccounts,
  saveSyncState,
  updateAdAccounts,
  updateConnection,
} from '@tillsight/database'
import { createShop, rebuildDaily, run, type Shop } from '@tillsight/domain'
import { operator, theOrganisation } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { openBareEngine } from './installation.ts'

// Generates shops of any size within the engine: the state after a long import.

/** A shop to generate. */
interface ShopSize {
  readonly domain: string
  readonly orders: number
  /** Number of possible customers per order; fewer means more repeat purchases. */
  readonly customersPerOrder?: number
  /** Two by default. */
  readonly years?: number
}

/** Time zone of all shops here. */
export const zone = 'Europe/Berlin'
const daysOfYear = 365
/** Before the first year, so that a comparison with the year before finds every day. */
const daysMore = 10
const ordersPerStatement = 250_000
const usualCustomers = 0.3

/** The last complete day of all shops here. */
export function lastDay(): Day {
  return addDays(dayOf(new Date(), zone), -1)
}

/** Generates the shops with their ledgers and daily summaries, and waits until the engine has nothing left to merge. */
export async function makeShops(runtime: Runtime, sizes: readonly ShopSize[]): Promise<void> {
  const engine = openBareEngine(runtime.stores.warehouseUrl)
  try {
    const shops: Shop[] = []
    for (const size of sizes) {
      const shop = await addShop(runtime, size.domain)
      await writeLedger(engine, shop, size)
      shops.push(shop)
    }
    await runtime.stores.warehouse.optimize('ledger')
    for (const shop of shops) await rebuildDaily(runtime.shopContext(operator, shop))
    await runtime.stores.warehouse.optimize('daily')
  } finally {
    await engine.close()
  }
}

/** An empty shop. */
export async function addShop(runtime: Runtime, domain: string): Promise<Shop> {
  const context = runtime.context(operator, await theOrganisation(runtime))
  return run(createShop, context, { domain, platform: 'woocommerce', zone, currency: 'EUR' })
}

/** Every statement writes orders of separate customers, over the whole period, so that each can calculate their histories. */
async function writeLedger(engine: ClickHouseClient, shop: Shop, size: ShopSize): Promise<void> {
  const { orders, customersPerOrder = usualCustomers, years = 2 } = size
  const until = startOfDay(addDays(lastDay(), 1), zone).getTime() / 1000
  for (let first = 0; first < orders; first += ordersPerStatement) {
    const count = Math.min(ordersPerStatement, orders - first)
    await engine.command({
      query: ledgerSql,
      query_params: {
        shop: shop.id,
        first,
        count,
        from: until - (years * daysOfYear + daysMore) * 86_400,
        until,
        customers: Math.ceil(count * customersPerOrder),
      },
    })
  }
}

// Independent random draws per order: `sipHash64(n, …)` with a different name is a separate die.
const die = (name: string, sides: number): string => `(sipHash64(n, '${name}') % ${sides})`

const placedSql = `
  SELECT {first:UInt64} + number AS n,
    toDateTime({from:UInt32} + ${die('time', 4294967296)} % ({until:UInt32} - {from:UInt32}), 'UTC') AS placed,
    ${die('free', 100)} >= 2 AS is_paid,
    if(${die('guest', 100)} < 3, toUUID('00000000-0000-0000-0000-000000000000'), reinterpretAsUUID(sipHash128({shop:UUID}, {first:UInt64},
      toUInt32(pow(${die('customer', 1_000_000)} / 1000000, 1.5) * {customers:UInt32})))) AS customer,
    ${die('discounted', 100)} < 15 AS is_discounted
  FROM numbers({count:UInt64})`

const historySql = `
  SELECT *, is_paid AND customer != toUUID('00000000-0000-0000-0000-000000000000') AS has_history,
    row_number() OVER history AS visit, lagInFrame(placed) OVER history AS before,
    multiIf(NOT is_paid, 'none', NOT has_history, 'unidentified', visit = 1, 'new', 'returning') AS class
  FROM (${placedSql})
  WINDOW history AS (PARTITION BY customer, is_paid ORDER BY placed, n ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`

/**
 * A line: whether it exists, id, kind, side, type, head, product, quantity, cents before discount, seconds after the order.
 */
const linesSql = `[
    (true, 'o:1', 'order', 'sale', 'product', 1, 1 + ${die('product', 400)}, pieces, price * pieces, 0),
    (${die('second', 100)} < 60, 'o:2', 'order', 'sale', 'product', 0, 1 + ${die('other', 400)}, 1, ${die('price2', 6000)} + 500, 0),
    (${die('delivery', 100)} < 85 AND is_paid, 'o:3', 'order', 'sale', 'shipping', 0, 0, 1, 490, 0),
    (${die('tips', 100)} < 3 AND is_paid, 'o:4', 'order', 'sale', 'tip', 0, 0, 1, 200, 0),
    (${die('gift', 100)} < 1 AND is_paid, 'o:5', 'order', 'sale', 'gift_card', 0, 401, 1, 2500, 0),
    (${die('back', 100)} < 7 AND is_paid, 'r:1:1', 'refund', 'return', 'product', 0, 1 + ${die('product', 400)}, -pieces, -price * pieces, later),
    (${die('back', 100)} >= 98 AND is_paid, 'r:1:0', 'refund', 'return', 'adjustment', 0, 0, 0, -300, later)
  ]`

const cents = (expression: string): string => `toDecimal64(${expression}, 6) / 100`

const ledgerSql = `
INSERT INTO ledger
WITH toInt64(${die('pieces', 3)}) + 1 AS pieces, toInt64(${die('price', 9000)}) + 990 AS price, ${die('later', 2_592_000)} AS later,
  multiIf(NOT is_paid, line.9, line.4 = 'sale' AND line.5 = 'product' AND is_discounted, intDiv(line.9, 10), 0) AS discount_cents,
  if(line.5 IN ('gift_card', 'tip'), 0, intDiv((line.9 - discount_cents) * 19, 100)) AS tax_cents
SELECT {shop:UUID} AS shop_id, least(placed + line.10, toDateTime({until:UInt32} - 1, 'UTC')) AS booked_at, toString(1000000 + n) AS order_id,
  line.2 AS row_id, line.3 AS kind, line.4 AS side, line.5 AS line_type, line.6 AS head,
  if(line.7 = 0, '', toString(line.7)) AS product_id, '' AS variant_id, if(line.7 = 0, '', concat('SKU-', toString(line.7))) AS sku,
  if(line.7 = 0, '', concat('Product ', toString(line.7))) AS title, toDecimal64(line.8, 4) AS quantity, ${cents('line.9')} AS gross,
  ${cents('discount_cents')} AS discount, ${cents('tax_cents')} AS tax,
  if(line.5 = 'product', ${cents('intDiv(line.9 * 4, 10)')}, 0) AS cost, if(line.5 = 'product' AND line.6 = 1, 4.9, 0) AS charges,
  if(line.6 = 1, 0.8, 0) AS handling, if(line.6 = 1, 5.2, 0) AS shipping_cost, if(line.6 = 1, 1.1, 0) AS fee, 0 AS return_cost,
  0 AS order_expense, if(line.5 = 'product', 'exact', 'none') AS goods_state, 'exact' AS fees_state, 'exact' AS shipping_state,
  'EUR' AS currency, 1 AS rate, order_id AS order_name,
  if(${die('back', 100)} < 7, 'refunded', 'completed') AS order_status, placed AS placed_at, is_paid AS paid,
  is_paid AND (${die('back', 100)} < 7 OR ${die('back', 100)} >= 98) AS refunded, customer AS customer_id,
  class AS customer_class, if(has_history AND visit > 1, before, toDateTime(0, 'UTC')) AS previous_paid_at,
  if(has_history AND visit > 2, before, toDateTime(0, 'UTC')) AS previous_returning_at,
  arrayElement(['DE', 'DE', 'DE', 'DE', 'DE', 'AT', 'AT', 'CH', 'NL', 'FR', 'DK', 'GB'], 1 + ${die('country', 12)}) AS country, '' AS region,
  arrayElement(['paypal', 'stripe', 'invoice'], 1 + ${die('gateway', 3)}) AS gateway, 'online' AS sales_channel,
  if(is_discounted, ['SPRING10'], []) AS coupons, 'woocommerce' AS source, 1 AS version, 0 AS is_deleted
FROM (${historySql})
ARRAY JOIN arrayFilter(line -> line.1, ${linesSql}) AS line`

// Generates ads of a shop for a benchmark within the engine: the state after a long import.

/** Size of the data; the ads are split evenly between three platforms. */
interface AdSize {
  readonly ads: number
  readonly days: number
}

/** Platforms, with one account each. */
const adPlatforms = ['googleads', 'metaads', 'tiktokads'] as const
const adsPerSet = 10
const setsPerCampaign = 5

/** Creates ads with daily rows, their names, and their connections. */
export async function makeAds(runtime: Runtime, shop: Shop, { ads, days }: AdSize): Promise<void> {
  for (const platform of adPlatforms) await connect(runtime, shop, platform)
  const engine = openBareEngine(runtime.stores.warehouseUrl)
  const from = addDays(lastDay(), 1 - days)
  try {
    await engine.command({ query: daysSql, query_params: { shop: shop.id, ads, days, from, zone } })
    for (const level of ['campaign', 'ad_set', 'ad'] as const) {
      await engine.command({ query: entitiesSql(level), query_params: { shop: shop.id, ads } })
    }
    await runtime.stores.warehouse.optimize('ad_days')
    await runtime.stores.warehouse.optimize('ad_entities')
  } finally {
    await engine.close()
  }
}

/** An ad platform that was just synced completely, and is not due. */
async function connect({ stores, clock }: Runtime, shop: Shop, platform: string): Promise<void> {
  const { kysely } = stores.database
  const secrets = Buffer.from('nobody reads these')
  const options = { shopId: shop.id, connector: platform, settings: {}, secrets, status: 'active' } as const
  const { id } = await createConnection(kysely, options)
  await updateConnection(kysely, id, { paused: true })
  const account = {
    connectionId: id,
    shopId: shop.id,
    platform,
    accountId: '1',
    name: 'Account',
    currency: 'EUR',
    zone,
  }
  const now = clock.now()
  await saveAdAccounts(kysely, [
    { ...account, status: 'active', statusText: 'ACTIVE', readable: true, note: null, via: null, seenAt: now },
  ])
  await updateAdAccounts(kysely, { connection: id }, { chosen: true, taken: true })
  for (const mode of ['backfill', 'increment'] as const) {
    await saveSyncState(kysely, { connectionId: id, stream: 'ad_days', mode }, { lastSuccessAt: now })
  }
}

const placeSql = `
  intDiv(ad, ${adsPerSet}) AS ad_set, intDiv(ad_set, ${setsPerCampaign}) AS campaign,
  arrayElement(['googleads', 'metaads', 'tiktokads'], 1 + campaign % 3) AS platform, '1' AS account_id,
  toString(20000000000 + campaign) AS campaign_id, toString(30000000000 + ad_set) AS set_key,
  toString(40000000000 + ad) AS ad_key`

const daysSql = `
INSERT INTO ad_days
WITH ${placeSql}, toInt64(${die('clicks', 90)}) + 1 AS clicked, toDecimal64(clicked * (20 + ${die('price', 80)}), 6) / 100 AS spent,
  toInt64(${die('bought', 3)}) AS bought
SELECT {shop:UUID} AS shop_id, {from:Date} + intDiv(n, {ads:UInt64}) AS day, platform, account_id, campaign_id,
  set_key AS ad_set_id, ad_key AS ad_id, platform AS channel, 'ad_spend' AS counts_as, 'EUR' AS currency, spent AS spend, clicked * 70 AS impressions, clicked AS clicks,
  clicked AS link_clicks, 0 AS views, toDecimal64(bought, 6) AS purchases, toDecimal64(bought * (2000 + ${die('value', 9000)}), 6) / 100 AS purchase_value,
  [] AS claim_rules, [] AS claim_purchases, [] AS claim_values, '7d_click_1d_view, impression' AS attribution, {zone:String} AS zone,
  now('UTC') AS fetched_at, 1 AS version, 0 AS is_deleted
FROM (SELECT number AS n, number % {ads:UInt64} AS ad FROM numbers({ads:UInt64} * {days:UInt64}))`

function entitiesSql(level: 'campaign' | 'ad_set' | 'ad'): string {
  const per = { campaign: adsPerSet * setsPerCampaign, ad_set: adsPerSet, ad: 1 }[level]
  // No platform has budgets at ad level.
  const budget = level === 'ad' ? 'none' : 'day'
  const [set, ad] = [level === 'campaign' ? "''" : 'set_key', level === 'ad' ? 'ad_key' : "''"]
  return `
INSERT INTO ad_entities
WITH ${placeSql}
SELECT {shop:UUID} AS shop_id, platform, account_id, '${level}' AS level, campaign_id, ${set} AS ad_set_id, ${ad} AS ad_id,
  concat('${level} ', toString(${level})) AS name, 'active' AS status, 'ACTIVE' AS status_text, 'Prospecting' AS kind,
  toDecimal64(50, 6) AS budget, '${budget}' AS budget_per, '' AS budget_shared_by, toDate(0) AS starts_on, toDate(0) AS ends_on,
  'https://large.test/' AS landing_url, '' AS url_tags, '' AS creative_id, '' AS title, '' AS text, '' AS image_url, 0 AS is_video,
  now('UTC') AS seen_at, 1 AS version, 0 AS is_deleted
FROM (SELECT number * ${per} AS ad FROM numbers(intDiv({ads:UInt64}, ${per})))`
}
