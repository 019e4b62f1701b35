import { addDays, type Day, dayOf, listDays, parseDay } from '@tillsight/core/days'
import type { SaleFact } from './order-facts.ts'
import { orderNode } from './order-node.ts'
import { type OrderView, orderName } from './order-view.ts'
import type { ShopWorld } from './shop-world.ts'

/** Days in the shop's zone, both ends included, and further conditions. */
interface ReportScope {
  readonly from: Day
  readonly to: Day
  readonly where: readonly ReportCondition[]
}

interface ReportCondition {
  readonly column: string
  readonly values: ReadonlySet<string>
}

/** One event of the sales table: a sale, or an order on its day. */
export interface ReportRow {
  readonly order: OrderView
  readonly day: string
  /** Absent: the order itself, which counts once. */
  readonly sale?: SaleFact
}

interface Dimension {
  readonly type: string
  read(row: ReportRow): string
}

interface Metric {
  readonly type: 'MONEY' | 'INTEGER'
  read(row: ReportRow): bigint
}

/** The dimensions that the table can be grouped by. */
export const dimensions: Readonly<Record<string, Dimension>> = {
  day: { type: 'DAY_TIMESTAMP', read: (row) => row.day },
  month: { type: 'MONTH_TIMESTAMP', read: (row) => `${row.day.slice(0, 7)}-01` },
  order_id: { type: 'IDENTITY', read: (row) => String(row.order.order.id) },
  order_name: { type: 'STRING', read: (row) => orderName(row.order.order) },
  is_sales_reversal: { type: 'BOOLEAN', read: (row) => String(row.sale?.action === 'RETURN') },
}

const netOf = ({ parts }: SaleFact): bigint => parts.total - parts.tax
const isGoods = ({ lineType }: SaleFact): boolean => lineType === 'PRODUCT'
/** Gift cards are no revenue and tips are the staff's: the table has neither. */
const counts = ({ lineType }: SaleFact): boolean => lineType !== 'GIFT_CARD' && lineType !== 'TIP'

function money(read: (sale: SaleFact) => bigint): Metric {
  return { type: 'MONEY', read: ({ sale }) => (sale ? read(sale) : 0n) }
}

const returns = money((sale) => {
  if (sale.lineType === 'ADJUSTMENT') return netOf(sale)
  return isGoods(sale) && sale.action === 'RETURN' ? netOf(sale) : 0n
})

function ofType(lineType: SaleFact['lineType']): Metric {
  return money((sale) => (sale.lineType === lineType ? netOf(sale) : 0n))
}

/** The metrics that the table can show; discounts and reversals are negative. */
export const metrics: Readonly<Record<string, Metric>> = {
  orders: { type: 'INTEGER', read: ({ sale }) => (sale ? 0n : 1n) },
  quantity_ordered: quantity((sale) => sale.action === 'ORDER'),
  net_items_sold: quantity(() => true),
  gross_sales: money((sale) =>
    isGoods(sale) && sale.action === 'ORDER' ? netOf(sale) + sale.parts.discountBefore : 0n,
  ),
  discounts: money((sale) => (isGoods(sale) && sale.action !== 'RETURN' ? -sale.parts.discountBefore : 0n)),
  returns,
  sales_reversals: returns,
  net_sales: money((sale) => (isGoods(sale) || sale.lineType === 'ADJUSTMENT' ? netOf(sale) : 0n)),
  shipping_charges: ofType('SHIPPING'),
  duties: ofType('DUTY'),
  additional_fees: ofType('ADDITIONAL_FEE'),
  return_fees: ofType('FEE'),
  taxes: money((sale) => (counts(sale) ? sale.parts.tax : 0n)),
  total_sales: money((sale) => (counts(sale) ? sale.parts.total : 0n)),
}

function quantity(isIt: (sale: SaleFact) => boolean): Metric {
  return {
    type: 'INTEGER',
    read: ({ sale }) => (sale && isGoods(sale) && isIt(sale) ? BigInt(sale.quantity ?? 0) : 0n),
  }
}

/** Every event of a range of days; test orders and deleted ones are not in the table. */
export function* reportRows(world: ShopWorld, query: ReportScope): Iterable<ReportRow> {
  const { orders } = world.store
  for (const row of candidates(world, query)) {
    const order = orderNode(orders.order(row), world)
    if (order.order.test) continue
    for (const event of eventsOf(order, world)) {
      const isIn = event.day >= query.from && event.day <= query.to
      if (isIn && query.where.every(({ column, values }) => values.has(dimensions[column]?.read(event) ?? '')))
        yield event
    }
  }
}

/** Rows of the orders that may have something in the range: those that are named, or all that changed since. */
function* candidates({ store: { orders } }: ShopWorld, query: ReportScope): Iterable<number> {
  const named = query.where.find(({ column }) => column === 'order_id')
  if (named) {
    for (const id of named.values) {
      const row = orders.rowOf(Number(id))
      if (row !== undefined) yield row
    }
    return
  }
  const index = orders.index('updated')
  // An order that last changed a day before the range cannot have anything in it, whatever the zone.
  const first = index.firstAfter(Date.parse(`${query.from}T00:00:00Z`) / 1000 - 86_400, true)
  const end = Date.parse(`${query.to}T00:00:00Z`) / 1000 + 2 * 86_400
  for (let at = first; at < index.length; at += 1) {
    const row = index.at(at)
    if (orders.key(row, 'processed') <= end) yield row
  }
}

function* eventsOf(order: OrderView, { site }: ShopWorld): Iterable<ReportRow> {
  for (const agreement of order.facts.agreements) {
    const day = dayOf(new Date(agreement.at), site.zone)
    if (agreement.type === 'OrderAgreement') yield { order, day }
    for (const sale of agreement.sales) yield { order, day, sale }
  }
}

/** A ShopifyQL query as far as it is understood here. */
export interface ReportQuery extends ReportScope {
  readonly show: readonly string[]
  readonly by: readonly string[]
  /** Days without sales have a row too. */
  readonly fillsDays: boolean
  readonly days: readonly Day[]
  readonly order: { readonly column: string; readonly isDescending: boolean } | undefined
  readonly limit: number
  readonly offset: number
}

const keywords = /\b(FROM|SHOW|WHERE|SINCE|UNTIL|GROUP BY|TIMESERIES|ORDER BY|LIMIT|OFFSET|WITH)\b/i
/** The number of rows that Shopify returns by default. */
const defaultLimit = 1000

type Problem = { readonly problem: string }

/** Reads `FROM sales SHOW … [WHERE …] [SINCE …] [UNTIL …] [GROUP BY …] [TIMESERIES day] [ORDER BY …] [LIMIT …]`. */
export function readReportQuery(text: string, world: ShopWorld): ReportQuery | Problem {
  const clauses = clausesOf(text)
  const clause = (name: string, otherwise = ''): string => clauses.get(name) ?? otherwise
  const show = list(clause('SHOW'))
  const by = [...list(clause('GROUP BY')), ...list(clause('TIMESERIES'))]
  const unknown = show.find((name) => !metrics[name]) ?? by.find((name) => !dimensions[name])
  if (unknown !== undefined) return { problem: `Line 1 Column 1: Column Not Found: ${unknown}` }
  const today = dayOf(world.platform.clock.now(), world.site.zone)
  const from = readDay(clause('SINCE', '-30d'), today)
  const to = readDay(clause('UNTIL', 'today'), today)
  const where = readConditions(clause('WHERE'))
  const isReadable = clause('FROM').toLowerCase() === 'sales' && show.length > 0
  if (!isReadable || !from || !to || !where) return { problem: `Line 1 Column 1: Syntax error in "${text}"` }
  return {
    show,
    by,
    from,
    to,
    where,
    fillsDays: clause('TIMESERIES') === 'day' && by.length === 1,
    days: from <= to ? listDays({ from, to }) : [],
    order: readOrder(clause('ORDER BY')),
    limit: Number(clause('LIMIT', String(defaultLimit))),
    offset: Number(clause('OFFSET', '0')),
  }
}

function readOrder(text: string): ReportQuery['order'] {
  const [column, direction = ''] = text.split(/\s+/)
  return column ? { column, isDescending: direction.toUpperCase() === 'DESC' } : undefined
}

function clausesOf(text: string): Map<string, string> {
  const parts = text.split(keywords)
  const clauses = new Map<string, string>()
  for (let at = 1; at < parts.length; at += 2)
    clauses.set((parts[at] ?? '').toUpperCase(), (parts[at + 1] ?? '').trim())
  return clauses
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function readDay(text: string, today: Day): Day | undefined {
  if (text === 'today') return today
  if (text === 'yesterday') return addDays(today, -1)
  const back = /^-(\d+)d$/.exec(text)
  if (back) return addDays(today, -Number(back[1]))
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDay(text) : undefined
}

/** `a = 'x' AND b IN (1, 2)`; undefined for anything else. */
function readConditions(text: string): ReportCondition[] | undefined {
  const conditions: ReportCondition[] = []
  for (const part of text.split(/\s+AND\s+/i)) {
    if (part === '') continue
    const found = /^(\w+)\s*(?:=\s*(.+)|IN\s*\((.+)\))$/is.exec(part.trim())
    if (!found || !dimensions[found[1] ?? '']) return undefined
    const values = (found[2] ?? found[3] ?? '').split(',').map((value) => value.trim().replace(/^'(.*)'$/, '$1'))
    conditions.push({ column: found[1] ?? '', values: new Set(values) })
  }
  return conditions
}
