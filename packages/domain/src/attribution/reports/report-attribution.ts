import { journeysPerSet, shapleyOfSets, shapleyRate } from '@tillsight/attribution'
import { addDays, dayOf } from '@tillsight/core/days'
import { moneyText } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb } from '../../context/index.ts'
import { journeySource } from '../../journeys/index.ts'
import { endedDays, readPaths } from '../fitted/read-paths.ts'
import { withEffects } from '../query/credit-of-model.ts'
import { creditOf } from '../query/credited.ts'
import { toCreditQuery } from '../query/figure-set.ts'
import { ordersText } from '../query/figures.ts'
import { UsedConfig } from '../query/outputs.ts'
import type { ReportContext } from './base-journeys.ts'
import { reportClaims } from './claims-report.ts'
import { reportModels } from './models-report.ts'
import { type AnyReport, type ReportOf, ReportResult } from './outputs.ts'
import {
  reportAssists,
  reportOpeners,
  reportOverlap,
  reportPathLength,
  reportTimeLag,
  reportTopPaths,
} from './path-reports.ts'
import { ReportQuery } from './report-query.ts'
import { reportTransitions } from './transitions-report.ts'

const dayMs = 86_400_000
/** Days after the first order, which is on day 0. */
const steps = [0, 30, 60, 90] as const

const Row = z.object({
  channel: z.string(),
  customers: z.coerce.bigint(),
  orders: z.array(z.coerce.bigint()),
  revenue: z.array(z.coerce.bigint()),
  net: z.array(z.coerce.bigint()),
})

/** Two sources in one statement need separate names for these parameters. */
const bound = ['placed_from', 'placed_until', 'zone_since', 'zone_seconds', 'day_rates', 'rates_from'] as const

const instead = 'each order is divided equally among the channels of its journey instead.'
const youngReason = `A journey counts as lost once the window has passed without an order, and all of these days are younger: ${instead}`

/** A report on journeys (attribution.md §16, §17), for the orders placed in some days. */
export const reportAttribution = defineVerb({
  name: 'attribution.report',
  needs: 'attribution:read',
  access: 'read',
  input: ReportQuery,
  output: ReportResult,
  async run(ctx, asked): Promise<ReportResult> {
    const range = { from: asked.from, to: asked.to }
    const { question, warnings } = await toCreditQuery(ctx, { range, asked: { ...asked, ...ofOrders } })
    const report = await makeReport({ ctx, question, limit: asked.limit }, asked)
    return {
      range,
      timezone: ctx.shop.zone,
      currency: question.currency,
      model: asked.model,
      config: UsedConfig.parse(asked),
      warnings: [...warnings],
      ...report,
    }
  },
})

/** Paths belong to orders, which are dated by their own day and net of all later refunds. */
const ofOrders = { date: 'order', refund_basis: 'order_date' } as const

function makeReport(context: ReportContext, { report, models }: ReportQuery): Promise<AnyReport> {
  switch (report) {
    case 'models':
      return reportModels(context, models)
    case 'path_length':
      return reportPathLength(context)
    case 'time_lag':
      return reportTimeLag(context)
    case 'assists':
      return reportAssists(context)
    case 'top_paths':
      return reportTopPaths(context)
    case 'overlap':
      return reportOverlap(context)
    case 'openers':
      return reportOpeners(context)
    case 'transitions':
      return reportTransitions(context)
    case 'conversion_rate':
      return reportConversionRate(context)
    case 'cohorts':
      return reportCohorts(context)
    case 'claims':
      return reportClaims(context)
  }
}

type Report = ReportOf<'conversion_rate'>

/**
 * The effect of channels on the conversion rate of journeys, or a division of orders where there are too few journeys for
 * rates.
 */
async function reportConversionRate(context: ReportContext): Promise<Report> {
  const days = endedDays(context.ctx, context.question)
  if (days === undefined) return await reportClosed(context, youngReason)
  const paths = await readPaths(context.ctx, { ...context.question, range: days })
  const { form, players, sets, thinSets } = shapleyRate(paths.rows)
  if (form === 'closed') return await reportClosed(context, thinReason({ sets, thinSets }))
  return {
    report: 'conversion_rate',
    form,
    reason: null,
    days,
    journeys: paths.conversions + paths.lost,
    rows: players.map(({ channels, journeys, value }) => ({
      channels: [...channels],
      journeys,
      effect: value,
      orders: null,
    })),
  }
}

/** Orders alone need no lost journeys, so all days count. */
async function reportClosed({ ctx, question }: ReportContext, reason: string): Promise<Report> {
  const paths = await readPaths(ctx, question)
  return {
    report: 'conversion_rate',
    form: 'closed',
    reason,
    days: question.range,
    journeys: paths.conversions + paths.lost,
    rows: shapleyOfSets(paths.rows).map(({ channels, journeys, value }) => ({
      channels: [...channels],
      journeys,
      effect: null,
      orders: value,
    })),
  }
}

function thinReason({ sets, thinSets }: { readonly sets: number; readonly thinSets: number }): string {
  const few = `${thinSets.toLocaleString('en')} of ${sets.toLocaleString('en')} sets of channels`
  return `A rate needs ${journeysPerSet} journeys for every set of channels, and ${few} had fewer: ${instead}`
}

/**
 * Revenue from people who first bought in these days, by the channels that earned their first order: a channel gets the same
 * share of everything later as of that order. '' is untracked.
 */
async function reportCohorts({ ctx, question }: ReportContext): Promise<ReportOf<'cohorts'>> {
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

function renamed(sql: string): string {
  return bound.reduce((text, name) => text.replaceAll(`{${name}:`, `{later_${name}:`), sql)
}

function renamedParams<T>(params: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [`later_${name}`, value]))
}
