import type { MetricResult, MetricRow } from '@tillsight/metrics'
import { type Change, describeChange } from '../../charts/index.ts'
import { figureText, missing, shareText, toNumber } from '../../format/index.ts'
import type { SearchState } from '../../search/index.ts'
import type { CatalogueView, MetricView, ShopView } from '../../services.ts'
import { fewOrders, formatOf, metricOf, type SummaryQuestion, summaryQuery } from './load-summary.server.ts'
import type { BreakdownModel } from './model.ts'

const listed = 10

/** The chart's metric by one dimension, largest first. Undefined when the catalogue knows no such dimension. */
export async function loadBreakdown(question: SummaryQuestion): Promise<BreakdownModel | undefined> {
  const { services, state } = question
  const catalogue = services.catalogue()
  const dimension = catalogue.dimensions.find(({ key }) => key === state.by) ?? catalogue.dimensions[0]
  if (!dimension) return undefined
  const chosen = metricOf(catalogue, state.metric)
  const metric = chosen?.dimensions.includes(dimension.key) ? chosen : metricOf(catalogue, 'sales')
  if (!metric) return undefined
  const { interval: _interval, ...base } = summaryQuery([...new Set([metric.key, 'orders'])], services.shop, question)
  const answer = await services.query({ ...base, dimensions: [dimension.key], limit: listed })
  const format = formatOf(answer, services.shop)
  const { running, range } = question.period
  const isWhole = !(running && range.from === range.to)
  return {
    dimension: dimension.key,
    dimensionLabel: dimension.label,
    isOverlapping: dimension.overlapping,
    metricLabel: metric.label,
    total: figureText(answer.totals[metric.key], metric.unit, format),
    rows: (answer.rows ?? []).slice(0, listed).map((row) =>
      toRow(row, {
        metric,
        dimension: dimension.key,
        answer,
        shop: services.shop,
        isWhole,
      }),
    ),
    hasMore: answer.cursor !== undefined,
  }
}

interface RowContext {
  readonly metric: MetricView
  readonly dimension: string
  readonly answer: MetricResult
  readonly shop: ShopView
  /** The range is more than a day that is still running. */
  readonly isWhole: boolean
}

function toRow(
  row: MetricRow,
  { metric, dimension, answer, shop, isWhole }: RowContext,
): BreakdownModel['rows'][number] {
  const value = row.dimensions[dimension] ?? ''
  const share = metric.additive ? shareText(row.values[metric.key], answer.totals[metric.key]) : missing
  return {
    value,
    label: labelOf(dimension, value, row.names?.[dimension]),
    length: toNumber(row.values[metric.key]),
    text: figureText(row.values[metric.key], metric.unit, formatOf(answer, shop)),
    share: share === missing ? null : share,
    change: printChange(row, { metric, isWhole }),
  }
}

/** Changes of few orders, or of a day that is still running, are shown without a judgement. */
function printChange(row: MetricRow, { metric, isWhole }: Pick<RowContext, 'metric' | 'isWhole'>): Change | null {
  if (!row.before) return null
  const orders = [row.values.orders, row.before.orders].map((count) => toNumber(count) ?? 0)
  const isTelling = isWhole && orders.every((count) => count >= fewOrders)
  return describeChange({
    now: toNumber(row.values[metric.key]),
    before: toNumber(row.before[metric.key]),
    better: isTelling ? metric.better : 'neither',
    isShare: metric.unit === 'percent',
  })
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

const fixedLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customer_class: {
    none: 'Free orders',
    new: 'New customers',
    returning: 'Returning customers',
    unidentified: 'Unidentified',
  },
  weekday: { 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday', 6: 'Saturday', 7: 'Sunday' },
  line_type: {
    product: 'Products',
    gift_card: 'Gift cards',
    shipping: 'Shipping',
    charge: 'Other charges',
    tip: 'Tips',
    adjustment: 'Adjustments',
  },
}

/** A value of a dimension as people call it. */
export function labelOf(dimension: string, value: string, given?: string): string {
  if (given) return given
  if (value === '') return dimension === 'coupon' ? 'No coupon' : 'Unknown'
  if (dimension === 'country' && /^[A-Z]{2}$/.test(value)) return regionNames.of(value) ?? value
  if (dimension === 'hour_of_day') return `${value.padStart(2, '0')}:00`
  return fixedLabels[dimension]?.[value] ?? value
}

/** The filters of the page in words, in their order: `Country is Germany`. */
export function printFilters(state: SearchState, dimensions: CatalogueView['dimensions']): string[] {
  return state.filters.map(({ dimension, operator, values }) => {
    const name = dimensions.find(({ key }) => key === dimension)?.label ?? dimension
    return `${name} ${operator === 'is' ? 'is' : 'is not'} ${values.map((value) => labelOf(dimension, value)).join(' or ')}`
  })
}
