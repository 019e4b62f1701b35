import { type Amount, amountText, parseAmount, subtractAmounts } from '@tillsight/core'
import { addDays, type Day, dayOf, endOfDay, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { ConnectionView } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import { type MissingCosts, noteMissingCosts } from '../health/index.ts'

const daysLookedAt = 30
/** Enough to name products, and to check their orders a second time. */
const mostRows = 1_000
const mostNames = 3

/**
 * Raises an issue for products sold in the last thirty days without a known cost, and closes it when all have one. The cost
 * is an entry made here, that of the product in the store, or the one the store wrote on the order. Nothing is reported before products have been
 * read completely.
 */
export async function lookAtCosts(ctx: ShopContext, connections: readonly ConnectionView[]): Promise<void> {
  const reads = connections.flatMap(({ streams }) => streams.filter(({ id }) => id === 'products'))
  if (reads.length === 0 || !reads.every(({ complete }) => complete)) return
  const missing = await findMissingCosts(ctx)
  await noteMissingCosts(ctx.queries, { shop: ctx.shop.id, missing, at: ctx.clock.now() })
}

async function findMissingCosts(ctx: ShopContext): Promise<MissingCosts | undefined> {
  const range = rangeOf(ctx)
  const rows = await ctx.warehouse.read({ sql: uncostedSql, params: { ...range, limit: mostRows } }, Uncosted)
  const [first] = rows
  if (!first) return undefined
  const someKnown = first.some_known > 0
  const told = someKnown ? await keysWithOwnCost(ctx, rows) : new Set<string>()
  const open = rows.filter(({ key }) => !told.has(key))
  if (open.length === 0) return undefined
  const reportedRows = rows.filter(({ key }) => told.has(key))
  const net = subtractAmounts(parseAmount(first.open_net), ...reportedRows.map((row) => parseAmount(row.net)))
  return {
    products: first.open_products - countProducts(rows) + countProducts(open),
    share: shareOf(net, parseAmount(first.all_net)),
    net: amountText(net),
    currency: ctx.shop.currency,
    names: [...new Set(open.map(({ name }) => name))].slice(0, mostNames),
    someKnown,
  }
}

/** Counts products in the rows read; there may be more. */
function countProducts(rows: readonly { readonly product: string }[]): number {
  return new Set(rows.map(({ product }) => product)).size
}

function rangeOf({ shop, clock }: ShopContext) {
  const today = dayOf(clock.now(), shop.zone)
  return {
    from: startOfDay(addDays(today, 1 - daysLookedAt), shop.zone).getTime() / 1000,
    until: endOfDay(today, shop.zone).getTime() / 1000,
  }
}

function shareOf(part: Amount, whole: Amount): number {
  return whole <= 0n ? 0 : Math.round(Number((part * 1_000n) / whole) / 10)
}

const Uncosted = z.object({
  key: z.string(),
  product: z.string(),
  name: z.string(),
  net: z.string(),
  all_net: z.string(),
  open_net: z.string(),
  open_products: z.coerce.number(),
  some_known: z.coerce.number(),
})

const sold = `shop_id = {shop:UUID} AND booked_at >= toDateTime({from:UInt32}, 'UTC')
    AND booked_at < toDateTime({until:UInt32}, 'UTC') AND side = 'sale' AND line_type = 'product' AND product_id != ''`
/** A product without variants is its own variant. */
const soldKey = `if(variant_id = '', product_id, variant_id)`
/** Stores write a cost of 0 if nobody has entered one. */
const isKnown = (cost: string) => `toFloat64OrZero(ifNull(${cost}, '')) > 0`
const variants = `arrayJoin(JSONExtract(body, 'variants', 'Array(Tuple(id String, cost Nullable(String)))'))`
const products = `FROM records WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = ''`

const uncostedSql = `
  SELECT key, product, name, toString(money) AS net, toString(all_money) AS all_net,
    toString(sum(money) OVER ()) AS open_net, uniqExact(product) OVER () AS open_products,
    (SELECT count() FROM (SELECT id ${products} AND match(body, '"cost":"[0-9.]*[1-9]') LIMIT 1)) AS some_known
  FROM (
    SELECT key, product, name, money, open, sum(money) OVER () AS all_money
    FROM (
      SELECT ${soldKey} AS key, any(product_id) AS product, any(title) AS name, sum(gross - discount) AS money,
        countIf(goods_state NOT IN ('exact', 'assumed')) AS open
      FROM ledger WHERE ${sold} GROUP BY key HAVING sum(quantity) > 0
    )
  )
  WHERE open > 0 AND key GLOBAL NOT IN (
    SELECT variant.1 FROM (SELECT ${variants} AS variant ${products}
      AND id GLOBAL IN (SELECT product_id FROM ledger WHERE ${sold}))
    WHERE ${isKnown('variant.2')}
  )
  ORDER BY money DESC, key LIMIT {limit:UInt32}`

const Key = z.object({ key: z.string() })

const lines = `arrayJoin(JSONExtract(body, 'lines', 'Array(Tuple(productId Nullable(String), variantId Nullable(String), cost Nullable(String)))'))`

const ownCostSql = `
  SELECT DISTINCT ifNull(nullIf(line.2, ''), line.1) AS key
  FROM (
    SELECT ${lines} AS line FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = ''
      AND id GLOBAL IN (SELECT order_id FROM ledger WHERE ${sold} AND product_id IN {products:Array(String)})
  )
  WHERE ${isKnown('line.3')} AND line.1 IN {products:Array(String)}`

/** Stores that manage costs also write them on the order, where they remain when the product is deleted. */
async function keysWithOwnCost(
  ctx: ShopContext,
  rows: readonly z.infer<typeof Uncosted>[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.map(({ product }) => product))]
  const found = await ctx.warehouse.read({ sql: ownCostSql, params: { ...rangeOf(ctx), products: ids } }, Key)
  return new Set(found.map(({ key }) => key))
}

/** Orders of one hour; `at` is its UTC instant. */
export interface HourOfOrders {
  readonly at: string
  /** Null: not loaded. */
  readonly orders: number | null
}

/** A period without orders that is too long to be chance. */
interface Silence {
  /** The end of the last hour with an order, or the start of the hours examined if there is none. */
  readonly since: string
  /** Average number of orders in the same hours of the previous four weeks. */
  readonly usual: number
}

const hoursOfWeek = 168
const weeksBefore = 4
/** If eight are expected, none at all happens by chance once in three thousand times (e⁻⁸, Poisson). */
const orderCountOfSilence = 8
/** A longer silence is judged by its last two days. */
const hoursJudged = 48

/**
 * Whether a shop has gone silent: the trailing complete hours without an order would usually bring eight or more. `hours` are
 * complete ones without gaps, oldest first, of at least thirty days. Undefined while any hour needed is not loaded.
 */
export function findSilence(hours: readonly HourOfOrders[]): Silence | undefined {
  const last = hours.findLastIndex(({ orders }) => orders !== null && orders > 0)
  const began = hours[last + 1]
  if (!began || began.orders === null) return undefined
  let sum = 0
  for (let index = Math.max(last + 1, hours.length - hoursJudged); index < hours.length; index++) {
    for (let week = 1; week <= weeksBefore; week++) {
      const before = hours[index - week * hoursOfWeek]
      if (before === undefined || before.orders === null) return undefined
      sum += before.orders
    }
  }
  const usual = sum / weeksBefore
  if (usual < orderCountOfSilence) return undefined
  return { since: began.at, usual: Math.round(usual) }
}

/** Orders of one shop day. */
export interface DayOfOrders {
  readonly day: Day
  /** Null: not loaded. */
  readonly orders: number | null
}

/** A day with far fewer orders than the same weekday usually has. */
interface Drop {
  readonly day: Day
  readonly orders: number
  /** Median of the same weekday in the previous eight weeks. */
  readonly usual: number
}

const weekdaysCompared = 8
/** With fewer orders on a weekday, differences are mostly chance. */
const fewestOrders = 20

/**
 * Whether a day is an outlier: less than half the median of the same weekday, and less than each of them, if that weekday has
 * at least twenty orders. Undefined while one of the nine days is not loaded.
 */
export function findDrop(days: readonly DayOfOrders[], day: Day): Drop | undefined {
  const byDay = new Map(days.map((entry) => [entry.day, entry.orders]))
  const orders = byDay.get(day)
  if (orders === undefined || orders === null) return undefined
  const before: number[] = []
  for (let week = 1; week <= weekdaysCompared; week++) {
    const count = byDay.get(addDays(day, -7 * week))
    if (count === undefined || count === null) return undefined
    before.push(count)
  }
  const sorted = before.toSorted((one, other) => one - other)
  const usual = ((sorted[weekdaysCompared / 2 - 1] ?? 0) + (sorted[weekdaysCompared / 2] ?? 0)) / 2
  if (usual < fewestOrders || orders * 2 >= usual || orders >= Math.min(...before)) return undefined
  return { day, orders, usual: Math.round(usual) }
}
