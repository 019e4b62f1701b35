import type { AdFigureRow, FigureRow } from '@tillsight/metrics'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { dayText, figureText, instantText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { MetricView, ShopView } from '../../services.ts'
import { type SummaryQuery } from './query.server.ts'

const pageSize = 25

/** One page of the rows behind a figure. */
export interface DrillDownModel {
  readonly label: string
  /** One column; for a ratio, numerator and denominator. */
  readonly columns: readonly string[]
  readonly totals: readonly string[]
  readonly rows: readonly DrillDownRow[]
  /** Daily ad rows, after all orders; undefined for a metric of orders alone. */
  readonly ads: readonly AdDrillDownRow[] | undefined
  readonly count: number
  /** The figure has a value; without one, an empty list means nothing. */
  readonly hasValue: boolean
  readonly next: string | undefined
}

export interface DrillDownRow {
  readonly id: string
  readonly kind: string
  readonly orderId: string
  readonly orderName: string
  /** Description of the row, such as a product with its quantity. */
  readonly about: string
  readonly bookedAt: string
  readonly customerClass: string
  readonly cells: readonly string[]
}

/** One day's contribution of an ad, or of an account beyond its ads. */
export interface AdDrillDownRow {
  readonly id: string
  readonly name: string
  /** Its parents: platform, campaign, ad set. */
  readonly about: string
  readonly day: string
  readonly cells: readonly string[]
}

/** One page of the rows behind a figure. Undefined for an unknown metric. */
export async function loadDrillDown(question: SummaryQuery): Promise<DrillDownModel | undefined> {
  const { services, state } = question
  const { shop } = services
  const { metrics, platforms } = services.catalogue()
  const channelOf = ({ platform, channel }: AdFigureRow) => platforms.find(({ id }) => id === platform)?.name ?? channel
  const metric = metrics.find(({ key }) => key === state.open)
  if (!metric) return undefined
  const { interval: _interval, compare: _compare, ...query } = summaryQuery([metric.key], shop, question)
  const after = state.after ? { cursor: state.after } : {}
  const page = await services.run('metrics.rows', { ...query, metric: metric.key, limit: pageSize, ...after })
  const columns = columnsOf(metric, metrics)
  const format = { ...shop.display, currency: query.currency ?? shop.currency }
  const cellsOf = (row: { readonly contribution: string | null; readonly denominator?: string | null }) =>
    columns.map(({ unit }, index) => figureText(index === 0 ? row.contribution : row.denominator, unit, format))
  return {
    label: metric.label,
    columns: columns.map((column) => column.label),
    totals: cellsOf(page),
    rows: page.rows.map((row) => ({ ...printRow(row, shop), cells: cellsOf(row) })),
    ads: page.ads?.map((row) => ({ ...printAd(row, channelOf(row), shop.display.language), cells: cellsOf(row) })),
    count: page.count,
    hasValue: page.value !== null,
    next: page.cursor,
  }
}

type Column = Pick<MetricView, 'label' | 'unit'>

/** Columns of a figure: the two sums of a ratio, otherwise the metric itself. */
function columnsOf(metric: MetricView, metrics: readonly MetricView[]): readonly Column[] {
  if (!metric.terms.some((term) => term.operator === '/')) return [metric]
  const parts = metric.terms.flatMap((term) => metrics.find(({ key }) => key === term.metric) ?? [])
  return parts.length === 2 ? parts : [metric]
}

function printRow(row: FigureRow, { zone, display }: ShopView): Omit<DrillDownRow, 'cells'> {
  const { orderId, rowId, orderName, kind, customerClass, title, quantity, lineType } = row
  return {
    id: `${orderId}/${rowId}`,
    kind,
    orderId,
    orderName,
    about: lineType === 'product' ? `${quantity} × ${title}` : title || lineType.replaceAll('_', ' '),
    bookedAt: instantText(row.bookedAt, zone, display.language),
    customerClass,
  }
}

function printAd(row: AdFigureRow, channel: string, language: Language): Omit<AdDrillDownRow, 'cells'> {
  const { day, platform, accountId, campaignId, campaignName, adSetId, adSetName, adId, adName } = row
  const path = [
    [campaignName, campaignId],
    [adSetName, adSetId],
    [adName, adId],
  ].flatMap(([name, id]) => name || id || [])
  const isWhole = adId !== '' || (platform === 'custom' && path.length > 0)
  const name = isWhole ? (path.at(-1) ?? '') : textFor(language)('value.not_attributable')
  return {
    id: [day, platform, accountId, campaignId, adSetId, adId].join('/'),
    name,
    about: [channel, ...path.slice(0, isWhole ? -1 : undefined)].join(' · '),
    day: dayText(day, language),
  }
}
