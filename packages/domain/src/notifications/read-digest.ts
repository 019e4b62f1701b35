import { addDecimals } from '@tillsight/core'
import { addDays, type DayRange, endOfDay, startOfDay } from '@tillsight/core/days'
import { describeCatalogue, isOfProfit } from '@tillsight/metrics'
import { connectorList } from '@tillsight/platforms/connectors'
import type { ConnectionContext } from '../connections/index.ts'
import { createShopReads, permissionsOf, run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { listNumberChanges } from '../numbers.ts'
import { readDisplay } from '../preferences.ts'
import { explainProfitChange } from '../profit/index.ts'
import { type MetricAnswer, runQuery, seesProfit } from '../reports/index.ts'
import type { DigestMove, DigestPart, DigestReason, MissingSource, ShopDigest } from './digest.ts'

const mostParts = 3
const mostMoves = 4
const mostFindings = 5
/** Far more products than change a day's sales by much. */
const mostProducts = 500
/** How far back a figure that moved is noticed. */
const movesOfDays = 400

/** What a digest is about. */
export interface DigestScope {
  readonly period: DayRange
  readonly before: DayRange
  readonly figures: readonly string[]
}

/** Reads a shop's part of a digest as the person of the context: what they may not see is not in it. */
export async function readShopDigest(ctx: ConnectionContext, scope: DigestScope): Promise<ShopDigest> {
  const display = await readDisplay(ctx)
  const { shop } = ctx
  const asked = {
    ...scope.period,
    compare: scope.before,
    ...(display.currency === shop.currency ? {} : { currency: display.currency }),
  }
  const answer = await run(runQuery, ctx, { ...asked, metrics: shownFigures(ctx, scope.figures) })
  const figures = figuresOf(answer)
  const findings = (await run(listHealth, ctx, {})).filter(({ severity }) => severity !== 'note')
  return {
    shop: { id: shop.id, address: shop.address ?? shop.domain, name: shop.name, zone: shop.zone },
    display,
    currency: answer.currency,
    figures,
    reasons: await readReasons(
      ctx,
      asked,
      figures.map(({ metric }) => metric),
    ),
    moves: await readMoves(ctx, scope.period),
    findings: findings.slice(0, mostFindings).map(({ title }) => title),
    moreFindings: Math.max(0, findings.length - mostFindings),
    missing: await missingSources(ctx, scope.period, answer),
  }
}

/** The chosen figures that exist and that the person sees. */
function shownFigures(ctx: ConnectionContext, chosen: readonly string[]): string[] {
  const known = new Set(describeCatalogue(ctx.shop.settings.ratioBasis).metrics.map(({ key }) => key))
  const shown = chosen.filter((key) => known.has(key) && (seesProfit(ctx) || !isOfProfit(key)))
  return shown.length > 0 ? shown : ['sales']
}

/** A figure without a value in both periods, such as profit where no costs are known, says nothing. */
function figuresOf({ totals, compare, quality, partialMetrics = [] }: MetricAnswer): ShopDigest['figures'] {
  return Object.entries(totals).flatMap(([metric, value]) => {
    const before = compare?.totals[metric] ?? null
    if (value === null && before === null) return []
    return {
      metric,
      value,
      before,
      relative: compare?.changes[metric]?.relative ?? null,
      bound: quality?.[metric]?.bound ?? 'exact',
      isPartial: partialMetrics.includes(metric),
    }
  })
}

interface Asked extends DayRange {
  readonly compare: DayRange
  readonly currency?: string
}

const explained = ['netProfit', 'cm3', 'cm2', 'cm1', 'grossProfit'] as const

async function readReasons(ctx: ConnectionContext, asked: Asked, shown: readonly string[]): Promise<DigestReason[]> {
  const of = explained.find((line) => shown.includes(line))
  const found = [await reasonOfSales(ctx, asked), of && (await reasonOfProfit(ctx, asked, of))]
  return found.filter((reason) => reason !== undefined)
}

/** Sales by product; what belongs to no product, such as shipping, is with everything else. */
async function reasonOfSales(ctx: ConnectionContext, asked: Asked): Promise<DigestReason | undefined> {
  const query = { ...asked, metrics: ['sales'], dimensions: ['product'], limit: mostProducts }
  const { totals, compare, rows = [] } = await run(runQuery, ctx, query)
  const change = difference(totals['sales'], compare?.totals['sales'])
  if (change === undefined) return undefined
  const parts = rows.flatMap(({ dimensions: { product = '' }, names, values, before }): DigestPart[] => {
    const amount = difference(values['sales'] ?? '0', before?.['sales'] ?? '0')
    return amount === undefined || product === ''
      ? []
      : [{ kind: 'product', name: names?.['product'] ?? product, amount }]
  })
  return toReason('sales', change, parts)
}

async function reasonOfProfit(
  ctx: ConnectionContext,
  asked: Asked,
  of: (typeof explained)[number],
): Promise<DigestReason | undefined> {
  const found = await run(explainProfitChange, ctx, { ...asked, of, by: [] })
  const change = found.ladder.find(({ metric }) => metric === of)?.change
  if (found.of === null || found.partial || change === null || change === undefined) return undefined
  const parts = found.causes.map(({ cause, amount }): DigestPart => ({ kind: 'cause', name: cause, amount }))
  return toReason(of, change, parts)
}

/** The largest parts; undefined where nothing changed. */
function toReason(metric: string, change: string, all: readonly DigestPart[]): DigestReason | undefined {
  const parts = all
    .filter(({ amount }) => Number(amount) !== 0)
    .toSorted((a, b) => sizeOf(b.amount) - sizeOf(a.amount))
    .slice(0, mostParts)
  if (parts.length === 0) return undefined
  const rest = addDecimals([change, ...parts.map(({ amount }) => negated(amount))])
  return { metric, change, parts, rest }
}

function difference(now: unknown, before: unknown): string | undefined {
  return typeof now === 'string' && typeof before === 'string' ? addDecimals([now, negated(before)]) : undefined
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

/** For an order by size only. */
function sizeOf(amount: string): number {
  return Math.abs(Number(amount))
}

/** Figures of days before the period that moved since it began; nothing for whoever may not see what moved them. */
async function readMoves(ctx: ConnectionContext, { from }: DayRange): Promise<DigestMove[]> {
  if (!permissionsOf(ctx.actor).includes('orders:read')) return []
  const days = { from: addDays(from, -movesOfDays), to: addDays(from, -1) }
  const { changes, currency } = await run(listNumberChanges, ctx, { ...days, limit: 500 })
  const since = startOfDay(from, ctx.shop.zone).toISOString()
  const recent = changes.filter(({ seenAt, credit, change }) => seenAt >= since && credit === null && change === null)
  const byMetric = Map.groupBy(recent, (one) => `${one.metric} ${one.account?.currency ?? currency}`)
  const moves = [...byMetric.values()].map((all) => {
    const [first] = all
    return {
      metric: first?.metric ?? '',
      currency: first?.account?.currency ?? currency,
      difference: addDecimals(all.map((one) => one.difference)),
      changes: all.length,
    }
  })
  return moves.toSorted((a, b) => sizeOf(b.difference) - sizeOf(a.difference)).slice(0, mostMoves)
}

/** Connected sources that are not read up to the end of the period; what is paused is nothing to wait for, but missing too. */
async function missingSources(
  ctx: ConnectionContext,
  { to }: DayRange,
  { freshness }: Pick<MetricAnswer, 'freshness'>,
): Promise<MissingSource[]> {
  const { reads = createShopReads(ctx), shop } = ctx
  const end = endOfDay(to, shop.zone).toISOString()
  const { connections } = await reads.standing()
  const sources = [...new Set(connections.map(({ connector }) => connector))]
  return sources.flatMap((source) => {
    const until = freshness[source]
    if (until !== undefined && until >= end) return []
    return { source: connectorList.find(({ id }) => id === source)?.label ?? source, until: until ?? null }
  })
}

/** Whether there is a source to wait for before a digest of the period is made. */
export async function isStillReading(ctx: ConnectionContext, period: DayRange): Promise<boolean> {
  const { reads = createShopReads(ctx) } = ctx
  const answer = await run(runQuery, ctx, { metrics: ['orders'], ...period })
  const { connections } = await reads.standing()
  const waited = connections.filter(({ paused }) => !paused).map(({ connector }) => connector)
  const missing = await missingSources(ctx, period, answer)
  return missing.some(({ source }) =>
    waited.some((id) => connectorList.find((connector) => connector.id === id)?.label === source),
  )
}
