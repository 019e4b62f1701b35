import { hasHistoryMark, nextWriteVersion } from '@tillsight/database'
import { ledger } from '@tillsight/warehouse'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { healInterruptedWrite } from './commit-plan.ts'
import { markAllDays, rebuildDays } from './daily.ts'

/**
 * Computes customers, their classes and histories for the whole shop at once, then the daily summary: the end of a back-fill
 * that deferred them. Idempotent.
 */
export async function recomputeCustomers(ctx: WriteContext): Promise<void> {
  await asOnlyWriter(ctx, recompute)
}

/**
 * Completes what a killed writer left unfinished: an interrupted write is repaired, and marked customers, journeys and days
 * are computed. Does nothing if nothing is marked.
 */
export async function finishWrites(ctx: WriteContext): Promise<void> {
  await asOnlyWriter(ctx, async (fresh) => {
    if (await hasHistoryMark(fresh.db.kysely, fresh.shop.id)) return recompute(fresh)
    await healInterruptedWrite(fresh)
    await rebuildDays(fresh, 'dirty')
  })
}

async function recompute(ctx: WriteContext): Promise<void> {
  await healInterruptedWrite(ctx)
  await markAllDays(ctx)
  const version = await nextWriteVersion(ctx.db.kysely)
  await ctx.warehouse.rewrite({ into: 'ledger', sql: rewriteSql, params: { version: version.toString() } })
  await ctx.follower.followAll(ctx)
  await rebuildDays(ctx, 'dirty')
}

const nobody = "toUUID('00000000-0000-0000-0000-000000000000')"
const never = "toDateTime(0, 'UTC')"

/** Orders, and the current ids of merged customers: a customer's old id is one of their identifiers. */
const ordersSql = `
  SELECT order_key, placed, is_paid, old_customer, old_class, old_paid_at, old_returning_at,
    if(renamed.identifier = '', old_customer, renamed.owner) AS customer
  FROM (
    SELECT order_id AS order_key, placed_at AS placed, paid AS is_paid, customer_id AS old_customer,
      customer_class AS old_class, previous_paid_at AS old_paid_at, previous_returning_at AS old_returning_at,
      replaceAll(toString(customer_id), '-', '') AS namesake
    FROM ledger WHERE shop_id = {shop:UUID} AND head = 1
  ) AS heads
  LEFT JOIN (
    SELECT toString(identifier) AS identifier, customer_id AS owner
    FROM identities WHERE shop_id = {shop:UUID} AND toString(identifier) != replaceAll(toString(customer_id), '-', '')
  ) AS renamed ON heads.namesake = renamed.identifier`

/** Each order's position in its customer's history, by the rules of \`placeOrders\`. */
const placesSql = `
  SELECT order_key, customer, old_customer, old_class, old_paid_at, old_returning_at,
    is_paid = 1 AND customer != ${nobody} AS has_history,
    row_number() OVER history AS number,
    lagInFrame(placed) OVER history AS before,
    multiIf(is_paid = 0, 'none', customer = ${nobody}, 'unidentified', number = 1, 'new', 'returning') AS class,
    if(has_history AND number > 1, before, ${never}) AS paid_at,
    if(has_history AND number > 2, before, ${never}) AS returning_at
  FROM (${ordersSql})
  WINDOW history AS (PARTITION BY customer, is_paid ORDER BY placed, length(order_key), order_key
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`

const movedSql = `
  SELECT order_key, customer, class, paid_at, returning_at FROM (${placesSql})
  WHERE customer != old_customer OR class != toString(old_class) OR paid_at != old_paid_at OR returning_at != old_returning_at`

const computed: Readonly<Record<string, string>> = {
  customer_id: 'places.customer',
  customer_class: 'places.class',
  previous_paid_at: 'places.paid_at',
  previous_returning_at: 'places.returning_at',
  version: '{version:UInt64}',
}

const listSql = Object.keys(ledger.columns).map((column) => `${computed[column] ?? `facts.${column}`} AS ${column}`)

const rewriteSql = `SELECT ${listSql.join(', ')}
  FROM (SELECT * FROM ledger WHERE shop_id = {shop:UUID}) AS facts
  INNER JOIN (${movedSql}) AS places ON facts.order_id = places.order_key`
