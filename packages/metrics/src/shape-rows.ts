import { z } from 'zod'
import { adRowTexts } from './ad-rows.ts'
import { toDayNumber } from './calendar.ts'
import type { MetricId } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { adCoverageWarnings, coverageFor, coverageOf, coverageWarnings } from './coverage.ts'
import { encodeCursor } from './cursor.ts'
import { type FigureParts, pageSize, partsOfFigure, type RowsQuery, rowsOwner } from './drilldown.ts'
import { type Exact, plus, readDecimal, sumText, zero } from './exact.ts'
import { quotientOf, type Term } from './formula.ts'
import { isKnownBy } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { MetricValue } from './query.ts'
import { adRateWarnings, reachWarnings, unaskedWarnings } from './query-warnings.ts'
import { valueText } from './values.ts'

/** One row of the result of `compileRows`: the count and sums of a segment, or one row of the page. */
export const RowsResultRow = z.object({
  is_total: z.number(),
  segment: z.enum(['ledger', 'ads']),
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
  /** For an ad row: its text fields, names and id parts. */
  texts: z.array(z.string()),
  over: z.string(),
  by: z.string(),
  /** Number of rows whose contribution is unknown. */
  unknown: z.coerce.number(),
})
/** See the schema of the same name. */
export type RowsResultRow = z.infer<typeof RowsResultRow>

/** A ledger row with its contribution to the figure. */
export interface FigureRow {
  /** ISO 8601, UTC. */
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
  /** Amounts are in the shop's currency. */
  readonly gross: string
  readonly discount: string
  readonly tax: string
  readonly orderCurrency: string
  readonly orderStatus: string
  readonly customerClass: string
  /** In the query's currency; for a quotient, the contribution to the numerator. */
  readonly contribution: string
  /** For quotients only: the contribution to the denominator. */
  readonly denominator?: string
}

/** One day of an ad, or the remainder of an account beyond its ads, with its contribution to the figure. */
export interface AdFigureRow {
  readonly day: string
  readonly platform: string
  /** The platform, or the shop's name for the channel. */
  readonly channel: string
  readonly accountId: string
  readonly campaignId: string
  readonly campaignName: string
  readonly adSetId: string
  readonly adSetName: string
  readonly adId: string
  readonly adName: string
  /** Currency of the account and its amounts. */
  readonly currency: string
  readonly spend: string
  readonly impressions: number
  readonly clicks: number
  readonly views: number
  readonly purchases: string
  readonly purchaseValue: string
  /** As for order rows; null where the day has no exchange rate. */
  readonly contribution: string | null
  readonly denominator?: string | null
}

/** The rows behind a figure. */
export interface FigureRows {
  readonly metric: MetricId
  readonly value: MetricValue
  /** Sum of all contributions; with `denominator`, the two sums of the quotient. */
  readonly contribution: string
  readonly denominator?: string
  /** Number of rows on all pages, of orders and of ads. */
  readonly count: number
  readonly rows: readonly FigureRow[]
  /** Ad rows, which follow those of orders; absent for a figure of orders alone. */
  readonly ads?: readonly AdFigureRow[]
  readonly cursor?: string
  readonly warnings: readonly string[]
}

/** Shapes the warehouse's rows for `compileRows` into a page. */
export function shapeRows(question: RowsQuery, rows: readonly RowsResultRow[]): FigureRows {
  const parts = partsOfFigure(question.metric, question.scope.ratioBasis)
  const { metric, by } = parts
  const totals = rows.filter((row) => row.is_total === 1)
  const found = rows.filter((row) => row.is_total === 0).sort(byPlace)
  const size = pageSize(question)
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  const over = sumOf(totals.map((row) => row.over))
  const under = sumOf(totals.map((row) => row.by))
  const { answerable, warnings } = coverage(question, parts, totals)
  const value = by && 'divide' in metric.value ? quotientOf(metric.value, over, under) : over
  return {
    metric: metric.id,
    value: answerable ? valueText(metric, value) : null,
    contribution: sumText(over, decimalsOf(parts.over)),
    ...(by && { denominator: sumText(under, decimalsOf(by)) }),
    count: totals.reduce((count, { place }) => count + place, 0),
    rows: page.filter(({ segment }) => segment === 'ledger').map((row) => figureRow(row, parts)),
    ...(hasAds(parts) && {
      ads: page.filter(({ segment }) => segment === 'ads').map((row) => adFigureRow(row, parts)),
    }),
    ...(last && { cursor: encodeCursor(rowsOwner(question), positionOf(last)) }),
    warnings,
  }
}

function byPlace(a: RowsResultRow, b: RowsResultRow): number {
  if (a.segment !== b.segment) return a.segment === 'ledger' ? -1 : 1
  return a.place - b.place
}

function sumOf(texts: readonly string[]): Exact {
  return texts.reduce((sum, text) => plus(sum, readDecimal(text)), zero)
}

function positionOf(row: RowsResultRow): readonly (string | number)[] {
  if (row.segment === 'ads') return ['ads', row.at, row.texts.at(-1) ?? '']
  return [row.at, row.order_id_text, row.row_id_text]
}

function basesOfParts({ over, by }: FigureParts): readonly BaseMetric[] {
  return [...over, ...(by ?? [])].map(({ base }) => base)
}

function hasAds(parts: FigureParts): boolean {
  return basesOfParts(parts).some(({ value }) => value.dataset !== 'ledger')
}

function coverage(
  { query, scope, metric }: RowsQuery,
  parts: FigureParts,
  totals: readonly RowsResultRow[],
): { answerable: boolean; warnings: string[] } {
  const plan = planQuery({ ...query, metrics: [metric] }, scope)
  const days = { first: toDayNumber(query.from), last: toDayNumber(query.to) }
  const of = coverageFor(days, scope, plan.conversion)
  const bases = basesOfParts(parts)
  const ofOrders = bases.filter(({ value }) => value.dataset === 'ledger')
  const filtered = plan.filters.map(({ on }) => on)
  const isUnknown = totals.some(({ unknown }) => unknown > 0)
  const isMissing = bases.some((base) => {
    const { loaded, unrated } = of(base)
    return loaded === 'none' || (base.unit === 'money' && unrated.length > 0)
  })
  return {
    answerable: !isUnknown && !isMissing && bases.every((base) => isKnownBy(base, filtered)),
    warnings: [
      ...unaskedWarnings({ ...plan, breakdown: undefined }),
      ...(ofOrders.length > 0 ? coverageWarnings(days, coverageOf(days, scope, plan.conversion), plan.conversion) : []),
      ...adCoverageWarnings(days, scope, bases),
      ...(isUnknown ? adRateWarnings(plan, scope, { days, unknown: plan.facts.ads }) : []),
      ...reachWarnings(plan.facts.reach, days, { isKnown: !isUnknown, accounts: totals[0]?.place ?? 0 }),
    ],
  }
}

/** Minimum decimals of a sum of these terms: two for money, none for counts of orders and people. */
function decimalsOf(terms: readonly Term[]): number {
  return terms[0]?.base.unit === 'money' ? 2 : 0
}

function adFigureRow({ texts, over, by, unknown }: RowsResultRow, parts: FigureParts): AdFigureRow {
  const text = (name: (typeof adRowTexts)[number]): string => texts[adRowTexts.indexOf(name)] ?? ''
  const [campaignName = '', adSetName = '', adName = ''] = texts.slice(adRowTexts.length)
  const amount = (each: string): string => sumText(readDecimal(each || '0'), 2)
  const share = (each: string, terms: readonly Term[]) =>
    unknown > 0 ? null : sumText(readDecimal(each), decimalsOf(terms))
  return {
    day: text('day'),
    platform: text('platform'),
    channel: text('channel'),
    accountId: text('account_id'),
    campaignId: text('campaign_id'),
    campaignName,
    adSetId: text('ad_set_id'),
    adSetName,
    adId: text('ad_id'),
    adName,
    currency: text('currency'),
    spend: amount(text('spend')),
    impressions: Number(text('impressions')),
    clicks: Number(text('clicks')),
    views: Number(text('views')),
    purchases: sumText(readDecimal(text('purchases') || '0'), 0),
    purchaseValue: amount(text('purchase_value')),
    contribution: share(over, parts.over),
    ...(parts.by && { denominator: share(by, parts.by) }),
  }
}

function figureRow(row: RowsResultRow, { over, by }: FigureParts): FigureRow {
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
