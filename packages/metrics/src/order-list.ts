import { AppError } from '@tillsight/core'
import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { z } from 'zod'
import type { MetricId } from './catalogue/definition.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { isQuotient, metricOf, sumsOf } from './formula.ts'
import { aggregateSql, clockSql, levelOf, orderRows, sourceSql } from './ledger-sql.ts'
import { planQuery } from './plan-query.ts'
import type { MetricQuery, Scope } from './query.ts'
import { type Binder, createBinder } from './statement.ts'

/** Which orders of a list to keep by what is left of them. */
export type OrderChoice = 'below_zero' | 'cost_unknown' | 'given_back'

/** Query for the orders that a period counts, newest first. */
export interface OrderListQuery {
  /** Only range and filters are used. */
  readonly query: MetricQuery
  readonly scope: Scope
  readonly only?: OrderChoice | undefined
  /** Part of an order's number. */
  readonly search?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

const everOrder = { line: false, lines: [] }

/** For other statements over the ledger: what its rows add to a metric without quotients, in the shop's currency. */
export function ledgerSum(id: MetricId): string {
  const metric = metricOf(id)
  if (isQuotient(metric)) throw new Error(`${id} is a quotient: ask for its two sums`)
  const terms = sumsOf(metric).over.map(
    ({ base, sign }) => `${sign === 1 ? '+' : '-'} ${aggregateSql(base, everOrder, false)}`,
  )
  return `(${terms.join(' ').replace(/^\+ /, '')})`
}

const figures = ['unitsSold', 'netRevenue', 'cogs', 'cm2'] as const satisfies readonly MetricId[]
const states = ['goods_state', 'fees_state', 'shipping_state'] as const
const anyState = (state: string) => `countIf(${states.map((column) => `${column} = '${state}'`).join(' OR ')}) > 0`

const conditions: Readonly<Record<OrderChoice, string>> = {
  below_zero: `${ledgerSum('cm2')} < 0`,
  cost_unknown: anyState('unknown'),
  given_back: 'any(refunded) = 1',
}

const facts = ['order_name', 'order_status', 'sales_channel', 'country', 'gateway', 'customer_class'] as const

/** One row of the result of {@link compileOrderList}. */
export const OrderListRow = z.object({
  order_id: z.string(),
  at: z.coerce.number(),
  order_name: z.string(),
  order_status: z.string(),
  sales_channel: z.string(),
  country: z.string(),
  gateway: z.string(),
  customer_class: z.enum(['none', 'new', 'returning', 'unidentified']),
  paid: z.string(),
  given_back: z.string(),
  unitsSold: z.string(),
  netRevenue: z.string(),
  cogs: z.string(),
  cm2: z.string(),
  bound: z.enum(['exact', 'about', 'at_most']),
})
/** See the schema of the same name. */
export type OrderListRow = z.infer<typeof OrderListRow>

/**
 * One page of the orders that the metric `orders` counts under the same filters, and one more if there is a next page. Amounts
 * are of the whole order up to now, also what was given back after the period, in the shop's currency.
 */
export function compileOrderList(question: OrderListQuery): CompiledQuery {
  const binder = createBinder()
  const limit = `LIMIT ${binder.bind('limit', 'UInt32', question.limit + 1)}`
  // Whatever depends on amounts has to add up every order of the period; else only those of the page are added up.
  const having = question.only && conditions[question.only]
  const counted = `${countedSql(question, binder)}${having ? '' : ` ORDER BY placed_at DESC, order_id ${limit}`}`
  const columns = [
    'order_id',
    'toString(toUnixTimestamp(any(placed_at))) AS at',
    ...facts.map((fact) => `toString(anyIf(ledger.${fact}, head = 1)) AS ${fact}`),
    "toString(sumIf(gross - discount + tax, side = 'sale')) AS paid",
    "toString(sumIf(discount - gross - tax, side = 'return')) AS given_back",
    ...figures.map((id) => `toString(${ledgerSum(id)}) AS ${id}`),
    `multiIf(${anyState('unknown')}, 'at_most', ${anyState('assumed')}, 'about', 'exact') AS bound`,
  ]
  const since = binder.bind('from', 'UInt32', spanOf(question).from)
  const rows = `FROM ledger FINAL WHERE shop_id = {shop:UUID} AND booked_at >= toDateTime(${since}, 'UTC') AND order_id GLOBAL IN (SELECT order_id FROM (${counted}))`
  return {
    sql: `SELECT ${columns.join(', ')} ${rows} GROUP BY order_id${having ? ` HAVING ${having}` : ''} ORDER BY any(placed_at) DESC, order_id ${limit}`,
    params: binder.params,
  }
}

/** The ids and instants of the orders of the period that come after the cursor. */
function countedSql(question: OrderListQuery, binder: Binder): string {
  const plan = planOf(question)
  const foreign = plan.filters.find(({ on }) => on.on.ledger === undefined)
  if (foreign) {
    throw new AppError('invalid_input', `Orders have no ${foreign.on.label.toLowerCase()}: leave this filter out.`)
  }
  const scope = { span: spanOf(question), filters: plan.filters, conversion: undefined }
  const kept = [orderRows('1', levelOf(plan.filters, []))]
  if (question.search !== undefined) {
    kept.push(`positionCaseInsensitiveUTF8(order_name, ${binder.bind('search', 'String', question.search)}) > 0`)
  }
  const after = question.cursor && decodeCursor(ownerOf(question), question.cursor, z.tuple([z.int(), z.string()]))
  if (after) {
    const at = `toDateTime(${binder.bind('after', 'UInt32', after[0])}, 'UTC')`
    const order = binder.bind('after_order', 'String', after[1])
    kept.push(`(placed_at < ${at} OR (placed_at = ${at} AND order_id > ${order}))`)
  }
  return `${clockSql(scope, binder)} SELECT order_id, placed_at ${sourceSql(scope, binder)} AND ${kept.join(' AND ')} GROUP BY order_id, placed_at`
}

/** The cursor of the page after this one, which ends with `last`. */
export function orderListCursor(question: OrderListQuery, last: Pick<OrderListRow, 'at' | 'order_id'>): string {
  return encodeCursor(ownerOf(question), [last.at, last.order_id])
}

function ownerOf({ query: { from, to, filters }, only, search }: OrderListQuery): unknown {
  return ['orders', from, to, filters ?? [], only ?? '', search ?? '']
}

function planOf({ query: { from, to, filters }, scope }: OrderListQuery) {
  return planQuery({ metrics: ['orders'], from, to, ...(filters && { filters }) }, scope)
}

function spanOf(question: OrderListQuery) {
  const [period] = planOf(question).periods
  if (!period) throw new Error('A plan has at least one period')
  return period.span
}
