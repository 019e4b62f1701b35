import type { FigureRow } from '@tillsight/metrics'
import { figureText, instantText } from '../../format/index.ts'
import type { MetricView, OrderView, ShopView } from '../../services.ts'
import { labelOf } from './load-breakdown.server.ts'
import { formatOf, metricOf, printTerms, type SummaryQuestion, summaryQuery } from './load-summary.server.ts'
import type { TermModel } from './model.ts'

const pageSize = 25

export interface DrillDownModel {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly text: string
  readonly formula: string
  readonly terms: readonly TermModel[]
  /** One, or numerator and denominator of a quotient. */
  readonly columns: readonly string[]
  readonly totals: readonly string[]
  readonly rows: readonly DrillDownRow[]
  readonly count: number
  readonly next: string | undefined
  readonly warnings: readonly string[]
}

export interface DrillDownRow {
  readonly id: string
  readonly kind: string
  readonly orderId: string
  readonly orderName: string
  /** What the row is about, such as a product with its quantity. */
  readonly about: string
  readonly bookedAt: string
  readonly customerClass: string
  readonly cells: readonly string[]
}

/** The ledger rows behind a figure, one page of them. Undefined when the catalogue knows no such metric. */
export async function loadDrillDown(question: SummaryQuestion): Promise<DrillDownModel | undefined> {
  const { services, state } = question
  const catalogue = services.catalogue()
  const metric = metricOf(catalogue, state.open ?? '')
  if (!metric) return undefined
  const keys = [metric.key, ...metric.terms.map((term) => term.metric)]
  const { interval: _interval, compare: _compare, ...query } = summaryQuery(keys, services.shop, question)
  const [answer, page] = await Promise.all([
    services.query(query),
    services.rows({ metric: metric.key, query, limit: pageSize, ...(state.after ? { cursor: state.after } : {}) }),
  ])
  const columns = columnsOf(metric, catalogue.metrics)
  const cellsOf = (row: { readonly contribution: string; readonly denominator?: string }) =>
    columns.map(({ unit }, index) =>
      figureText(index === 0 ? row.contribution : row.denominator, unit, formatOf(answer, services.shop)),
    )
  return {
    key: metric.key,
    label: metric.label,
    description: metric.description,
    text: figureText(answer.totals[metric.key], metric.unit, formatOf(answer, services.shop)),
    formula: metric.formula,
    terms: printTerms(metric, { catalogue, answer, shop: services.shop }),
    columns: columns.map((column) => column.label),
    totals: cellsOf(page),
    rows: page.rows.map((row) => ({ ...printRow(row, services.shop.zone), cells: cellsOf(row) })),
    count: page.count,
    next: page.cursor,
    warnings: page.warnings,
  }
}

type Column = Pick<MetricView, 'label' | 'unit'>

/** A quotient is opened up as its two sums; everything else as itself. */
function columnsOf(metric: MetricView, metrics: readonly MetricView[]): readonly Column[] {
  if (!metric.terms.some((term) => term.operator === '/')) return [metric]
  const parts = metric.terms.flatMap((term) => metrics.find(({ key }) => key === term.metric) ?? [])
  return parts.length === 2 ? parts : [metric]
}

function printRow(row: FigureRow, zone: string): Omit<DrillDownRow, 'cells'> {
  const { orderId, rowId, orderName, kind, customerClass, title, quantity, lineType } = row
  return {
    id: `${orderId}/${rowId}`,
    kind,
    orderId,
    orderName,
    about: lineType === 'product' ? `${quantity} × ${title}` : title || lineType.replaceAll('_', ' '),
    bookedAt: instantText(row.bookedAt, zone),
    customerClass,
  }
}

export interface OrderModel extends Omit<OrderView, 'entries' | 'totals' | 'placedAt'> {
  readonly placedAt: string
  readonly entries: readonly OrderEntryModel[]
  readonly totals: readonly string[]
}

export interface OrderEntryModel {
  readonly id: string
  readonly kind: OrderView['entries'][number]['kind']
  readonly lineType: OrderView['entries'][number]['lineType']
  readonly title: string
  readonly quantity: string
  readonly bookedAt: string
  readonly cells: readonly string[]
}

const amountColumns = ['gross', 'discount', 'tax', 'total'] as const

/** A platform's identifier such as `on-hold` as people write it; anything else as it is. */
function words(text: string): string {
  if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(text)) return text
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll(/[_-]/g, ' ')
}

/** An order with everything that was booked for it, printed. */
export function printOrder(order: OrderView, shop: ShopView): OrderModel {
  const format = { currency: order.currency, decimals: shop.display.decimals }
  const cellsOf = (amounts: OrderView['totals']) =>
    amountColumns.map((column) => figureText(amounts[column], 'money', format))
  return {
    ...order,
    country: order.country && labelOf('country', order.country),
    status: words(order.status),
    gateway: order.gateway && words(order.gateway),
    salesChannel: order.salesChannel && words(order.salesChannel),
    placedAt: instantText(order.placedAt, shop.zone),
    entries: order.entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      lineType: entry.lineType,
      title: entry.title,
      quantity: figureText(entry.quantity, 'count', format),
      bookedAt: instantText(entry.bookedAt, shop.zone),
      cells: cellsOf(entry),
    })),
    totals: cellsOf(order.totals),
  }
}
