import { addDays, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import { withEffects } from '../query/credit-of-model.ts'
import { creditOf } from '../query/credited.ts'
import { moneyText, ordersText } from '../query/figures.ts'
import { journeySource } from '../query/journey-source.ts'
import type { ReportContext } from './base-journeys.ts'
import type { ReportOf } from './outputs.ts'

const dayMs = 86_400_000
/** Days after the first order; the first order itself is day 0. */
const steps = [0, 30, 60, 90] as const

const Row = z.object({
  channel: z.string(),
  customers: z.coerce.bigint(),
  orders: z.array(z.coerce.bigint()),
  revenue: z.array(z.coerce.bigint()),
  net: z.array(z.coerce.bigint()),
})

/**
 * What people brought who bought for the first time in these days, by the channels that earned their first order: a channel has
 * of everything later the part that it has of that order. '' is what is not tracked.
 */
export async function reportCohorts({ ctx, question }: ReportContext): Promise<ReportOf<'cohorts'>> {
  const { question: fitted } = await withEffects(ctx, question)
  const asked = { ...fitted.asked, customers: 'new', date: 'order' } as const
  const first = creditOf(ctx, { ...fitted, asked }, { touches: ['channels'], keep: ['person', 'order_id', 'order_ms'] })
  const { zone } = ctx.shop
  const { range } = question
  const later = journeySource({
    range: { from: range.from, to: addDays(range.to, (steps.at(-1) ?? 0) + 1) },
    zone,
    asked: { value: asked.value, customers: 'all' },
    rates: question.rates,
  })
  const within = (days: number) => (days === 0 ? 'later_id = first_id' : `later_ms <= first_ms + ${days * dayMs}`)
  const sums = (of: string) =>
    `[${steps.map((days) => `intDiv(sumIf(toInt128(${of}) * part, ${within(days)}), 1000000)`).join(', ')}]`
  const sql = `SELECT channel, sumIf(part, later_id = first_id) AS customers, ${sums('toInt64(1000000)')} AS orders,
      ${sums('later_value')} AS revenue, ${sums('later_net')} AS net
    FROM (SELECT if(tracked, toString(channel), '') AS channel, person AS buyer, order_id AS first_id, order_ms AS first_ms, micro AS part
      FROM ${first.sql} WHERE person != '') AS firsts
    INNER JOIN (SELECT person AS buyer, order_id AS later_id, order_ms AS later_ms, value AS later_value, net AS later_net
      FROM ${renamed(later.sql)}) AS laters ON firsts.buyer = laters.buyer
    WHERE later_ms >= first_ms AND later_ms <= first_ms + ${(steps.at(-1) ?? 0) * dayMs}
    GROUP BY channel ORDER BY customers DESC, channel`
  const rows = await ctx.warehouse.read({ sql, params: { ...first.params, ...renamedParams(later.params) } }, Row)
  const today = dayOf(ctx.clock.now(), zone)
  return {
    report: 'cohorts',
    rows: rows.map((row) => ({
      channel: row.channel,
      customers: ordersText(row.customers),
      after: steps.map((days, nth) => ({
        days,
        orders: ordersText(row.orders[nth] ?? 0n),
        revenue: moneyText(row.revenue[nth] ?? 0n),
        net_revenue: moneyText(row.net[nth] ?? 0n),
        is_complete: addDays(range.to, days) < today || days === 0,
      })),
    })),
  }
}

/** Two sources of one statement bind values of their own. */
const bound = ['placed_from', 'placed_until', 'zone_since', 'zone_seconds', 'day_rates', 'rates_from'] as const

function renamed(sql: string): string {
  return bound.reduce((text, name) => text.replaceAll(`{${name}:`, `{later_${name}:`), sql)
}

function renamedParams<T>(params: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [`later_${name}`, value]))
}
