import flags from '@iconify-json/circle-flags/icons.json' with { type: 'json' }
import type { MetricQuery, MetricRow, MetricValues } from '@tillsight/metrics'
import { toAdPlatformId } from '@tillsight/platforms'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { loadPictures } from '../../blocks/products/picture-address.server.ts'
import { type Change, describeChange } from '../../charts/change.ts'
import { boundsOf, type FigureFormat, fewOrders, figureText, missing, shareText, toNumber } from '../../format/index.ts'
import type { DimensionView, MetricView, Result } from '../../services.ts'
import type { RowPicture, TableModel, WidgetLoad } from './model.ts'
import { formatOf, metricOf, noSuchFigure, type SummaryQuery } from './query.server.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** Specification of a breakdown. */
export type BreakdownFrame = Pick<WidgetFrame, 'metric' | 'by' | 'limit' | 'hasComparison'>

/** Loads one metric by one dimension, largest first. */
export async function loadBreakdown(frame: BreakdownFrame, question: SummaryQuery): Promise<WidgetLoad> {
  const params = await askByDimension(frame, question, [])
  if (!params) return noSuchFigure(question.services.shop, 'figure.none_broken_down')
  const { metrics, answer, format } = params
  const [metric] = metrics
  return {
    state: 'ready',
    kind: 'bars',
    content: {
      ...describeRows(params),
      metricLabel: metric.label,
      total: figureText(answer.totals[metric.key], metric.unit, { ...format, bound: boundsOf(answer)[metric.key] }),
      rows: params.rows.map((row) => {
        return {
          ...nameOf(row, params),
          length: toNumber(row.values[metric.key]),
          text: figureText(row.values[metric.key], metric.unit, { ...format, bound: row.bounds?.[metric.key] }),
          share: printShare(row, params),
          change: printChange(row, metric, question),
        }
      }),
    },
  }
}

/** Metrics shown in a table besides its own, unless it is one of them. */
const companions = {
  orders: ['orders', 'aov', 'unitsSold', 'newCustomers'],
  ads: ['adSpend', 'adClicks', 'claimedConversions', 'claimedRoas'],
  both: [],
} as const satisfies Record<MetricView['about'], readonly string[]>

/** Loads several metrics by one dimension, sorted by the widget's own. */
export async function loadTable(frame: BreakdownFrame, question: SummaryQuery): Promise<WidgetLoad> {
  const about = metricOf(question.services.catalogue(), frame.metric)?.about ?? 'orders'
  const params = await askByDimension(frame, question, companions[about])
  if (!params) return noSuchFigure(question.services.shop, 'figure.none_broken_down')
  const { metrics, answer, format } = params
  const cells = (values: MetricValues, bounds: MetricRow['bounds']) =>
    metrics.map(({ key, unit }) => figureText(values[key], unit, { ...format, bound: bounds?.[key] }))
  const [own] = metrics
  const content: TableModel = {
    ...describeRows(params),
    columns: metrics.map(({ key, label }) => ({ key, label })),
    totals: cells(answer.totals, boundsOf(answer)),
    rows: params.rows.map((row) => ({
      ...nameOf(row, params),
      cells: cells(row.values, row.bounds),
      values: metrics.map(({ key }) => toNumber(row.values[key])),
      share: printShare(row, params),
      before: row.before ? figureText(row.before[own.key], own.unit, format) : null,
      change: printChange(row, own, question),
    })),
  }
  return { state: 'ready', kind: 'table', content }
}

interface Params {
  readonly metrics: readonly [MetricView, ...MetricView[]]
  readonly dimension: DimensionView
  readonly answer: Result
  readonly rows: readonly MetricRow[]
  readonly format: FigureFormat
  /** Addresses of the pictures of the products in the rows, by id. */
  readonly pictures: ReadonlyMap<string, string>
}

async function askByDimension(
  frame: BreakdownFrame,
  question: SummaryQuery,
  others: readonly string[],
): Promise<Params | undefined> {
  const { services } = question
  const catalogue = services.catalogue()
  const metric = metricOf(catalogue, frame.metric)
  const dimension = catalogue.dimensions.find(({ key }) => key === frame.by)
  if (!metric?.dimensions.includes(frame.by) || !dimension) return undefined
  const further = others.flatMap((key) => (key === metric.key ? [] : (metricOf(catalogue, key) ?? [])))
  const metrics: Params['metrics'] = [metric, ...further]
  const keys = [...new Set([...metrics.map(({ key }) => key), ...(metric.about === 'orders' ? ['orders'] : [])])]
  const { interval: _interval, compare, ...base } = summaryQuery(keys, services.shop, question)
  const query: MetricQuery = { ...base, ...(frame.hasComparison && compare ? { compare } : {}) }
  const answer = await services.run('metrics.query', { ...query, dimensions: [dimension.key], limit: frame.limit })
  const rows = (answer.rows ?? []).slice(0, frame.limit)
  const isOfProducts = dimension.key === 'product'
  const pictures = await loadPictures(
    services,
    isOfProducts ? rows.map(({ dimensions: { product } }) => product ?? '') : [],
  )
  return { metrics, dimension, answer, rows, format: formatOf(answer, services.shop), pictures }
}

function describeRows({ dimension, metrics, answer }: Params) {
  const { overlapping = [] } = answer
  return {
    dimension: dimension.key,
    dimensionLabel: dimension.label,
    overlapping: metrics.filter(({ key }) => overlapping.includes(key)).map(({ label }) => label),
    hasMore: answer.cursor !== undefined,
  }
}

/** Null where parts do not add up, or the whole is 0. */
function printShare(
  { values }: MetricRow,
  { metrics: [{ key, additive }], answer: { totals }, format }: Params,
): string | null {
  const share = additive ? shareText(values[key], totals[key], format) : missing
  return share === missing ? null : share
}

function nameOf({ dimensions, names }: MetricRow, { dimension: { key: dimension }, format, pictures }: Params) {
  const language = format.language ?? 'en'
  const value = dimensions[dimension] ?? ''
  return {
    value,
    label: labelOf({ dimension, value, given: names?.[dimension], language }),
    picture: pictureOf(dimension, value, pictures),
  }
}

function pictureOf(dimension: string, value: string, pictures: Params['pictures']): RowPicture | null {
  if (dimension === 'country')
    return /^[A-Z]{2}$/.test(value) ? { kind: 'country', code: value, flag: flagOf(value) } : null
  if (dimension === 'product') return value === '' ? null : { kind: 'product', address: pictures.get(value) }
  // Keys of campaigns, ad sets and ads begin with the platform.
  const platform = toAdPlatformId(value.split('/')[0])
  return platform === undefined ? null : { kind: 'platform', id: platform }
}

const drawings: Readonly<Record<string, { readonly body: string }>> = flags.icons

/** The flag of a country as a data URL: ten flags of a table would otherwise be ten requests. */
function flagOf(code: string): string | undefined {
  const name = code.toLowerCase()
  if (!Object.hasOwn(drawings, name)) return undefined
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${drawings[name]?.body}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Changes of few orders, or of the current day, are not coloured. */
function printChange(row: MetricRow, metric: MetricView, { period, services }: SummaryQuery): Change | null {
  if (!row.before) return null
  const orders = [row.values.orders, row.before.orders].map((count) => toNumber(count) ?? 0)
  const isWhole = !(period.running && period.range.from === period.range.to)
  const isTelling = isWhole && (metric.about !== 'orders' || orders.every((count) => count >= fewOrders))
  return describeChange({
    now: toNumber(row.values[metric.key]),
    before: toNumber(row.before[metric.key]),
    better: isTelling ? metric.better : 'neither',
    isShare: metric.unit === 'percent',
    format: services.shop.display,
  })
}
