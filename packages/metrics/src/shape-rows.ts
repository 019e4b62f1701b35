import { z } from 'zod'
import { toDayNumber } from './calendar.ts'
import type { MetricId } from './catalogue/definition.ts'
import { conversionOf } from './conversion.ts'
import { coverageOf, coverageWarnings } from './coverage.ts'
import { encodeCursor } from './cursor.ts'
import { type FigureParts, pageSize, partsOfFigure, type RowsQuestion, rowsOwner } from './drilldown.ts'
import { dividedBy, readDecimal, sumText } from './exact.ts'
import type { Term } from './formula.ts'
import type { MetricValue } from './query.ts'
import { valueText } from './values.ts'

/** One row of the answer to `compileRows`: the number and sums of all rows, or one of the page's. */
export const RowsAnswerRow = z.object({
  is_total: z.number(),
  place: z.coerce.number(),
  at: z.number(),
  order_id_text: z.string(),
  row_id_text: z.string(),
  order_name_text: z.string(),
  kind_text: z.string(),
  side_text: z.string(),
  line_type_text: z.string(),
  product_id_text: z.string(),
  variant_id_text: z.string(),
  sku_text: z.string(),
  title_text: z.string(),
  quantity_text: z.string(),
  gross_text: z.string(),
  discount_text: z.string(),
  tax_text: z.string(),
  currency_text: z.string(),
  order_status_text: z.string(),
  customer_class_text: z.string(),
  over: z.string(),
  by: z.string(),
})
/** See the schema of the same name. */
export type RowsAnswerRow = z.infer<typeof RowsAnswerRow>

/** A ledger row with what it adds to the figure. */
export interface FigureRow {
  /** UTC. */
  readonly bookedAt: string
  readonly orderId: string
  readonly orderName: string
  readonly rowId: string
  readonly kind: string
  readonly side: string
  readonly lineType: string
  readonly productId: string
  readonly variantId: string
  readonly sku: string
  readonly title: string
  readonly quantity: string
  /** Amounts are in shop currency. */
  readonly gross: string
  readonly discount: string
  readonly tax: string
  readonly orderCurrency: string
  readonly orderStatus: string
  readonly customerClass: string
  /** In the question's currency; of a quotient, what it adds to the numerator. */
  readonly contribution: string
  /** Of a quotient only: what it adds to the denominator. */
  readonly denominator?: string
}

/** A figure opened up. */
export interface FigureRows {
  readonly metric: MetricId
  readonly value: MetricValue
  /** Sum of all contributions; with `denominator`, the sums whose quotient the figure is. */
  readonly contribution: string
  readonly denominator?: string
  /** Rows on all pages. */
  readonly count: number
  readonly rows: readonly FigureRow[]
  readonly cursor?: string
  readonly warnings: readonly string[]
}

/** Turns the rows that the warehouse answered to `compileRows` into a page. */
export function shapeRows(question: RowsQuestion, rows: readonly RowsAnswerRow[]): FigureRows {
  const parts = partsOfFigure(question.metric)
  const { metric, by } = parts
  const total = rows.find((row) => row.is_total === 1)
  const found = rows.filter((row) => row.is_total === 0).sort((a, b) => a.place - b.place)
  const size = pageSize(question)
  const last = found.length > size ? found[size - 1] : undefined
  const over = readDecimal(total?.over ?? '0')
  const under = readDecimal(total?.by ?? '0')
  const { answerable, warnings } = coverage(question, parts)
  return {
    metric: metric.id,
    value: answerable ? valueText(metric, by ? dividedBy(over, under) : over) : null,
    contribution: sumText(over, decimalsOf(parts.over)),
    ...(by && { denominator: sumText(under, decimalsOf(by)) }),
    count: total?.place ?? 0,
    rows: found.slice(0, size).map((row) => figureRow(row, parts)),
    ...(last && { cursor: encodeCursor(rowsOwner(question), [last.at, last.order_id_text, last.row_id_text]) }),
    warnings,
  }
}

function coverage(
  { query, scope }: RowsQuestion,
  { over, by }: FigureParts,
): { answerable: boolean; warnings: string[] } {
  const range = { from: query.from, to: query.to }
  const days = { first: toDayNumber(range.from), last: toDayNumber(range.to) }
  const conversion = conversionOf(query, scope, [range])
  const found = coverageOf(days, scope, conversion)
  const converts = [...over, ...(by ?? [])].some(({ base }) => base.unit === 'money')
  return {
    answerable: found.loaded !== 'none' && !(converts && found.unrated.length > 0),
    warnings: coverageWarnings(days, found, conversion),
  }
}

/** Decimals that a sum of these keeps: two for money, none for numbers of orders and people. */
function decimalsOf(terms: readonly Term[]): number {
  return terms[0]?.base.unit === 'money' ? 2 : 0
}

function figureRow(row: RowsAnswerRow, { over, by }: FigureParts): FigureRow {
  const amount = (text: string): string => sumText(readDecimal(text), 2)
  return {
    bookedAt: new Date(row.at * 1000).toISOString().replace('.000Z', 'Z'),
    orderId: row.order_id_text,
    orderName: row.order_name_text,
    rowId: row.row_id_text,
    kind: row.kind_text,
    side: row.side_text,
    lineType: row.line_type_text,
    productId: row.product_id_text,
    variantId: row.variant_id_text,
    sku: row.sku_text,
    title: row.title_text,
    quantity: sumText(readDecimal(row.quantity_text), 0),
    gross: amount(row.gross_text),
    discount: amount(row.discount_text),
    tax: amount(row.tax_text),
    orderCurrency: row.currency_text,
    orderStatus: row.order_status_text,
    customerClass: row.customer_class_text,
    contribution: sumText(readDecimal(row.over), decimalsOf(over)),
    ...(by && { denominator: sumText(readDecimal(row.by), decimalsOf(by)) }),
  }
}
