import { addDays, type Day, parseDay } from '@tillsight/core/days'
import { run, type ShopContext } from '../../context/index.ts'
import { runQuery } from '../../reports/run-query.ts'
import { type CreditedDay, type CreditQuestion, readCreditedDays } from './credited.ts'
import { addCredit, type Credited, moneyText, noCredit, ordersText } from './figures.ts'
import type { AttributionAnswer } from './outputs.ts'

type Series = NonNullable<AttributionAnswer['series']>

const dayMs = 86_400_000

interface SeriesAsk {
  readonly question: CreditQuestion
  readonly interval: 'day' | 'week' | 'month'
  readonly incompleteFrom: string | null
}

/** Credit and costs by day, week or month of the shop, all buckets of the range. */
export async function readSeries(ctx: ShopContext, { question, interval, incompleteFrom }: SeriesAsk): Promise<Series> {
  const { range, asked } = question
  const [days, costs] = await Promise.all([
    readCreditedDays(ctx, question),
    run(runQuery, ctx, {
      metrics: ['adSpend'],
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
    const spend = values.adSpend ?? null
    return {
      ...toPoint(byBucket.get(nth) ?? []),
      at,
      spend: spend === null ? null : String(spend),
      incomplete: incompleteFrom !== null && last >= incompleteFrom,
    }
  })
}

/** The last bucket that begins on the day or before. */
function bucketOf(day: number, starts: readonly Day[]): number {
  const text = new Date(day * dayMs).toISOString().slice(0, 10)
  return starts.findLastIndex((start) => start <= text)
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
