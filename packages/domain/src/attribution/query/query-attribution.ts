import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import { adFigures, compareRange, fromDayNumber, moneyText, pageOf, ratioText } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, run, type ShopContext } from '../../context/index.ts'
import { longestWindow } from '../../credit/index.ts'
import { findJourneyState } from '../../journey-marks/index.ts'
import { contributionMetric, journeySource, leftOutSql, type SourceAsk } from '../../journeys/index.ts'
import { assertShown, runQuery } from '../../reports/index.ts'
import { AttributionQuery, levelName } from './attribution-query.ts'
import { type OrderFacts, toClosing } from './closing.ts'
import { withEffects } from './credit-of-model.ts'
import { type CreditedDay, CreditedDayRow, creditedDaysQuery } from './credited.ts'
import { type FigureSet, loadFigureSet, toCreditQuery } from './figure-set.ts'
import {
  addContributed,
  addCredit,
  type Credited,
  noCredit,
  ordersText,
  toFigures,
  unknownSpending,
} from './figures.ts'
import { AttributionResult, UsedConfig } from './outputs.ts'
import { readKnown } from './read-known.ts'
import { compareRows, isWanted, shareOf, toRow } from './rows.ts'

const PeopleRow = z.object({ people: z.coerce.number() })

/** The complete result of an already validated query; rows limited by `limit` and `cursor`. */
export async function answerAttribution(ctx: ShopContext, asked: AttributionQuery): Promise<AttributionResult> {
  const range = { from: asked.from, to: asked.to }
  const incompleteFrom = findIncomplete(ctx, asked)
  const { level, compare, contribution } = asked
  if (contribution) assertShown(ctx, [contributionMetric])
  const [now, before, series, waiting] = await Promise.all([
    loadFigureSet(ctx, { range, asked, level, contribution }),
    compare && loadFigureSet(ctx, { range: compareRange(range, compare), asked, level, contribution }),
    asked.interval === undefined ? undefined : readSeries(ctx, asked, { interval: asked.interval, incompleteFrom }),
    waitingWarnings(ctx),
  ])
  const whole = now.credited.gross + now.notTracked.gross
  const rowContext = { level: asked.level, names: now.names, whole, before: before?.places }
  const rows = [...now.places]
    .map(([key, place]) => toRow(key, place, rowContext))
    .filter((row) => isWanted(row, asked))
    .sort(compareRows(asked.order))
  return {
    range,
    timezone: ctx.shop.zone,
    currency: asked.currency ?? ctx.shop.currency,
    model: asked.model,
    level: levelName(asked.level),
    config: UsedConfig.parse(asked),
    ...pageOf(rows, asked),
    row_count: rows.length,
    ...toTotals(now),
    ...(before ? { compare: { range: before.range, ...toTotals(before) } } : {}),
    ...(series ? { series: withKnownSpend(series, now) } : {}),
    closing: toClosing({
      metric: asked.value,
      booked: now.booked,
      facts: now.facts,
      credited: now.credited,
      notTracked: now.notTracked,
      givenBack: now.givenBack,
      contribution: now.contribution,
    }),
    tracked_share: {
      revenue: ratioText(moneyText(now.facts.trackedValue), moneyText(now.facts.value)),
      orders: ratioText(String(now.facts.trackedOrders), String(now.facts.orders)),
    },
    consent_gap: { orders: now.facts.gapOrders, revenue: moneyText(now.facts.gapValue) },
    left_out: await readLeftOut(ctx, now.facts, { range, zone: ctx.shop.zone, asked }),
    incomplete_from: incompleteFrom,
    ...toFit(now),
    freshness: now.spent.freshness,
    warnings: [...new Set([...now.warnings, ...waiting])],
  }
}

/**
 * Credit and spend of channels, campaigns, ad sets or ads in some days, under one model. Credited and untracked revenue add
 * up to that of the orders; `closing` reconciles it with everything booked in the days.
 */
export const queryAttribution = defineVerb({
  name: 'attribution.query',
  needs: 'attribution:read',
  access: 'read',
  input: AttributionQuery,
  output: AttributionResult,
  run: answerAttribution,
})

/** If the total spend is unknown, so is the spend of every bucket. */
function withKnownSpend(
  series: NonNullable<AttributionResult['series']>,
  { spent }: FigureSet,
): NonNullable<AttributionResult['series']> {
  return spent.total.spend === null ? series.map((point) => ({ ...point, spend: null })) : series
}

/** The data behind a fitted model, and the sampling error of its figures. */
function toFit({ fit, credited }: FigureSet): Pick<AttributionResult, 'fit' | 'intervals'> {
  if (fit === undefined) return {}
  const { facts, intervals } = fit
  if (intervals === undefined) return { fit: facts }
  const [orders, revenue] = [Number(credited.orders) / 1e6, Number(credited.gross) / 1e6]
  const scaled = (part: readonly [number, number], by: number): [number, number] => [part[0] * by, part[1] * by]
  const told = Object.entries(intervals).map(([channel, shares]) => [
    channel,
    { orders: scaled(shares.orders, orders), revenue: scaled(shares.value, revenue) },
  ])
  return { fit: facts, intervals: Object.fromEntries(told) }
}

function toTotals(set: FigureSet): Pick<AttributionResult, 'totals' | 'not_tracked'> {
  const { credited, notTracked, spent, contribution } = set
  const all: Credited = addCredit(credited, notTracked)
  const contributed = contribution && addContributed(contribution.credited, contribution.notTracked)
  return {
    totals: toFigures(all, spent.total, contributed),
    not_tracked: {
      ...toFigures(notTracked, unknownSpending, contribution?.notTracked),
      share: shareOf(notTracked, all.gross),
    },
  }
}

/** With `date: touch` the last days are incomplete: for the length of the window, new orders can still credit them. */
function findIncomplete({ clock, shop }: ShopContext, asked: AttributionQuery): string | null {
  if (asked.date === 'order') return null
  const window = longestWindow(asked)
  const first = window === null ? asked.from : addDays(dayOf(clock.now(), shop.zone), -window)
  if (first > asked.to) return null
  return first > asked.from ? first : asked.from
}

async function waitingWarnings({ queries, shop }: ShopContext): Promise<string[]> {
  const { waits, history } = await findJourneyState(queries, shop.id)
  const past = 'Past orders are still being imported: their journeys are worked out when they are in.'
  const now = 'Journeys are being brought up to date: some orders or visits of the last minutes are not in yet.'
  return [...(history ? [past] : []), ...(waits ? [now] : [])]
}

/** Orders and revenue of people seen on too many devices to be one person, and the number of those people. */
async function readLeftOut(
  ctx: ShopContext,
  { leftOutOrders: orders, leftOutValue }: OrderFacts,
  ask: SourceAsk,
): Promise<AttributionResult['left_out']> {
  const revenue = moneyText(leftOutValue)
  if (orders === 0) return { people: 0, orders, revenue }
  const source = journeySource(ask)
  const sql = `SELECT uniqExact(customer_id) AS people FROM ledger
    WHERE shop_id = {shop:UUID} AND head = 1 AND order_id IN (SELECT order_id FROM ${source.sql} WHERE ${leftOutSql})`
  const [row] = await readKnown(ctx, { sql, params: source.params }, PeopleRow)
  return { people: row?.people ?? 0, orders, revenue }
}

type Series = NonNullable<AttributionResult['series']>

interface SeriesAsk {
  readonly interval: 'day' | 'week' | 'month'
  readonly incompleteFrom: string | null
}

/** Credit and spend by day, week or month, for all buckets of the range. */
async function readSeries(
  ctx: ShopContext,
  asked: AttributionQuery,
  { interval, incompleteFrom }: SeriesAsk,
): Promise<Series> {
  const range = { from: asked.from, to: asked.to }
  const unfitted = await toCreditQuery(ctx, { range, asked })
  const { question } = await withEffects(ctx, unfitted.question)
  const [days, costs] = await Promise.all([
    readKnown(ctx, creditedDaysQuery(ctx, question), CreditedDayRow),
    run(runQuery, ctx, {
      metrics: [adFigures.spend],
      ...range,
      interval,
      ...(asked.currency === undefined ? {} : { currency: asked.currency }),
    }),
  ])
  const points = costs.series ?? []
  const starts = points.map(({ at }) => parseDay(at))
  const byBucket = Map.groupBy(days, ({ day }) => bucketOf(day, starts))
  return points.map(({ at, values }, nth) => {
    const last = starts[nth + 1] === undefined ? range.to : addDays(starts[nth + 1] ?? range.to, -1)
    const spend = values[adFigures.spend] ?? null
    return {
      ...toPoint(byBucket.get(nth) ?? []),
      at,
      spend: spend === null ? null : String(spend),
      incomplete: incompleteFrom !== null && last >= incompleteFrom,
    }
  })
}

/** Index of the last bucket that begins on or before the day. */
function bucketOf(day: number, starts: readonly Day[]): number {
  const date = fromDayNumber(day)
  return starts.findLastIndex((start) => start <= date)
}

function toPoint(days: readonly CreditedDay[]): Omit<Series[number], 'at' | 'spend' | 'incomplete'> {
  const channels = new Map<string, bigint>()
  let all: Credited = noCredit
  let lost = 0n
  for (const day of days) {
    if (!day.tracked) lost += day.gross
    else {
      all = addCredit(all, day)
      channels.set(day.channel, (channels.get(day.channel) ?? 0n) + day.gross)
    }
  }
  return {
    orders: ordersText(all.orders),
    revenue: moneyText(all.gross),
    net_revenue: moneyText(all.net),
    new_orders: ordersText(all.newOrders),
    not_tracked: moneyText(lost),
    channels: Object.fromEntries([...channels].map(([channel, gross]) => [channel, moneyText(gross)])),
  }
}
