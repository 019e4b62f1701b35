import { divideDecimals } from '@tillsight/core'
import { type Day, type DayRange, dayOf } from '@tillsight/core/days'
import { compareRange, describeCatalogue, isOfProfit, type MetricValue, presetRange } from '@tillsight/metrics'
import { type CreditFigures, queryAttribution } from '../attribution/index.ts'
import { createShopReads, run, type ShopContext } from '../context/index.ts'
import { readDisplay } from '../preferences.ts'
import { type MetricAnswer, readFirstDay, runQuery, seesProfit } from '../reports/index.ts'
import type { ShareRange, ShareSettings, ShareView } from './share-view.ts'
import type { SharedFigure, SharedFigures } from './shared-figures.ts'

/** Which figures of which days. */
export interface Shown extends Pick<ShareSettings, 'compare' | 'include'> {
  readonly view: ShareView['view']
  readonly range: ShareRange
}

/** A table is read on a page: whoever needs more rows has an account. */
const mostRows = 100

const summaryFigures = [
  'sales',
  'orders',
  'aov',
  'netSales',
  'returns',
  'newCustomers',
  'returningCustomers',
  'blendedAdSpend',
  'mer',
  'ncac',
]
/** Only where costs are ticked. */
const summaryCosts = ['grossProfit', 'grossMargin', 'netProfit', 'netMargin']

const campaignFigures = [
  'adSpend',
  'adImpressions',
  'adClicks',
  'adCpc',
  'claimedConversions',
  'claimedRevenue',
  'claimedRoas',
]

/** From net sales to net profit, as the page has it. */
const statement = [
  'netSales',
  'sharedCharges',
  'productRevenue',
  'cogs',
  'cm1',
  'handlingCost',
  'shippingCost',
  'gatewayFees',
  'returnCosts',
  'orderExpenses',
  'cm2',
  'totalMarketingSpend',
  'cm3',
  'expenses',
  'netProfit',
  'grossMargin',
  'cm1Margin',
  'cm2Margin',
  'cm3Margin',
  'netMargin',
]
/** Single costs among them: shown where they are ticked. */
const costLines: ReadonlySet<string> = new Set([
  'cogs',
  'handlingCost',
  'shippingCost',
  'gatewayFees',
  'returnCosts',
  'orderExpenses',
  'totalMarketingSpend',
  'expenses',
])

/** Asks for the figures of a link as the person of the context. Throws what their own questions would throw. */
export async function composeShare(ctx: ShopContext, shown: Shown): Promise<SharedFigures> {
  const { shop, clock } = ctx
  const display = await readDisplay(ctx)
  const range = await daysOf(ctx, shown.range)
  const before = shown.compare === 'none' ? undefined : compareRange(range, shown.compare)
  const asked: Asked = {
    ...range,
    ...(before ? { compare: before } : {}),
    ...(display.currency === shop.currency ? {} : { currency: display.currency }),
  }
  const { freshness, currency, ...found } = await readView(ctx, shown, asked)
  return {
    version: 1,
    shop: { name: shop.name, zone: shop.zone },
    display: { currency, decimals: display.decimals, numbers: display.numbers },
    range,
    before: before ?? null,
    madeAt: clock.now().toISOString(),
    readUntil: await readUntil(ctx, freshness),
    ...found,
  }
}

/** Takes out what the person of the context may not see any more. */
export function withoutHidden(ctx: ShopContext, figures: SharedFigures): SharedFigures {
  if (seesProfit(ctx)) return figures
  return { ...figures, figures: figures.figures.filter(({ metric }) => !isOfProfit(metric)) }
}

async function daysOf(ctx: ShopContext, range: ShareRange): Promise<DayRange> {
  if (typeof range === 'object') return range
  const { shop, clock } = ctx
  const today = dayOf(clock.now(), shop.zone)
  const since = (await readFirstDay(ctx)) ?? today
  return presetRange(range, { today, weekStartsOn: shop.settings.weekStartsOn, since })
}

interface Asked extends DayRange {
  readonly compare?: DayRange
  readonly currency?: string
}

type Found = Pick<SharedFigures, 'figures' | 'course' | 'table' | 'model'> & {
  readonly currency: string
  readonly freshness: Readonly<Record<string, string>>
}

function readView(ctx: ShopContext, { view, include }: Shown, asked: Asked): Promise<Found> {
  const withCosts = include.includes('costs') && seesProfit(ctx)
  switch (view) {
    case 'summary':
      return readFigures(ctx, asked, [...summaryFigures, ...(withCosts ? summaryCosts : [])])
    case 'profit':
      return readFigures(
        ctx,
        asked,
        statement.filter((metric) => withCosts || !costLines.has(metric)),
      )
    case 'campaigns':
      return readCampaigns(ctx, asked)
    case 'attribution':
      return readCredit(ctx, asked)
  }
}

async function readFigures(ctx: ShopContext, asked: Asked, metrics: readonly string[]): Promise<Found> {
  const interval = intervalOf(asked)
  const answer = await run(runQuery, ctx, { ...asked, metrics: [...metrics], interval, seriesOf: metrics.slice(0, 1) })
  const [metric = ''] = metrics
  const points = (answer.series ?? []).map(({ at, values }) => ({ at, value: values[metric] ?? null }))
  return {
    currency: answer.currency,
    freshness: answer.freshness,
    figures: metrics.map((key) => ({ metric: key, ...figureOf(answer, key) })),
    course: { metric, interval, points },
    table: null,
    model: null,
  }
}

function intervalOf({ from, to }: { readonly from: Day; readonly to: Day }): 'day' | 'week' | 'month' {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days <= 62) return 'day'
  return days <= 400 ? 'week' : 'month'
}

function figureOf(answer: MetricAnswer, metric: string): SharedFigure {
  const { totals, compare, quality, partial, partialMetrics, restating } = answer
  const isPartial = partialMetrics ? partialMetrics.includes(metric) : partial
  return {
    value: totals[metric] ?? null,
    ...(compare
      ? { before: compare.totals[metric] ?? null, relative: compare.changes[metric]?.relative ?? null }
      : { before: null, relative: null }),
    bound: quality?.[metric]?.bound ?? 'exact',
    isPartial: isPartial || (restating === true && isOfProfit(metric)),
  }
}

/** A figure of a row: its caveats are those of the whole. */
function plain(value: MetricValue | undefined, before: MetricValue | undefined, whole?: SharedFigure): SharedFigure {
  return {
    value: value ?? null,
    before: before ?? null,
    relative: changeOf(value, before),
    bound: whole?.bound ?? 'exact',
    isPartial: whole?.isPartial ?? false,
  }
}

/** (now − before) ÷ |before|, for showing; null where there is none to tell. */
function changeOf(value: MetricValue | undefined, before: MetricValue | undefined): string | null {
  const [now, then] = [Number(value ?? Number.NaN), Number(before ?? Number.NaN)]
  return Number.isFinite(now) && Number.isFinite(then) && then !== 0 ? ((now - then) / Math.abs(then)).toFixed(6) : null
}

async function readCampaigns(ctx: ShopContext, asked: Asked): Promise<Found> {
  const { metrics } = describeCatalogue(ctx.shop.settings.ratioBasis)
  const answer = await run(runQuery, ctx, {
    ...asked,
    metrics: campaignFigures,
    dimensions: ['campaign', 'channel'],
    limit: mostRows,
  })
  const totals = campaignFigures.map((key) => figureOf(answer, key))
  const rows = (answer.rows ?? []).map(({ dimensions, names, values, before }) => ({
    name: names?.['campaign'] ?? dimensions['campaign'] ?? '',
    detail: dimensions['channel'] ?? '',
    figures: campaignFigures.map((key, index) => plain(values[key], before?.[key], totals[index])),
  }))
  return {
    currency: answer.currency,
    freshness: answer.freshness,
    figures: [],
    course: null,
    table: {
      columns: campaignFigures.map((key) => ({ key, unit: metrics.find((each) => each.key === key)?.unit ?? 'count' })),
      rows,
      totals,
      hasMore: answer.cursor !== undefined,
    },
    model: null,
  }
}

const creditColumns = [
  { key: 'revenue', unit: 'money' },
  { key: 'share', unit: 'percent' },
  { key: 'orders', unit: 'count' },
  { key: 'new_orders', unit: 'count' },
  { key: 'spend', unit: 'money' },
  { key: 'roas', unit: 'ratio' },
] as const

/** Name of the row that no touch earned. */
const notTracked = '(not_tracked)'

async function readCredit(ctx: ShopContext, asked: Asked): Promise<Found> {
  const answer = await run(queryAttribution, ctx, { ...asked, level: 'channel', limit: mostRows })
  const whole = answer.totals.revenue
  const figuresOf = (now: CreditFigures, before: CreditFigures | null | undefined): SharedFigure[] =>
    creditColumns.map(({ key }) =>
      key === 'share' ? plain(shareOf(now.revenue, whole), undefined) : plain(now[key], before?.[key]),
    )
  const untracked = {
    name: notTracked,
    detail: '',
    figures: figuresOf(answer.not_tracked, answer.compare?.not_tracked),
  }
  return {
    currency: answer.currency,
    freshness: answer.freshness,
    figures: [],
    course: null,
    table: {
      columns: creditColumns.map(({ key, unit }) => ({ key: `credit.${key}`, unit })),
      rows: [
        ...answer.rows.map((row) => ({ name: row.channel, detail: '', figures: figuresOf(row, row.before) })),
        untracked,
      ],
      totals: figuresOf(answer.totals, answer.compare?.totals),
      hasMore: answer.cursor !== undefined,
    },
    model: answer.model,
  }
}

function shareOf(part: string, whole: string): string | null {
  return Number(whole) === 0 ? null : divideDecimals(part, whole, 6)
}

/** The instant up to which every connected source was read. */
async function readUntil(ctx: ShopContext, freshness: Readonly<Record<string, string>>): Promise<string | null> {
  const { reads = createShopReads(ctx) } = ctx
  const { connections } = await reads.standing()
  const sources = [...new Set(connections.map(({ connector }) => connector))]
  const instants = sources.flatMap((source) => freshness[source] ?? [])
  if (instants.length < sources.length) return null
  return instants.reduce<string | null>((oldest, at) => (oldest === null || at < oldest ? at : oldest), null)
}
