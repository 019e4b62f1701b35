import { defineVerb } from '../../context/index.ts'
import { toUsedConfig } from '../query/config.ts'
import { toCreditQuestion } from '../query/figure-set.ts'
import type { ReportContext } from './base-journeys.ts'
import { reportClaims } from './claims-report.ts'
import { reportCohorts } from './cohorts-report.ts'
import { reportConversionRate } from './conversion-rate-report.ts'
import { reportModels } from './models-report.ts'
import { type AnyReport, ReportAnswer } from './outputs.ts'
import {
  reportAssists,
  reportOpeners,
  reportOverlap,
  reportPathLength,
  reportTimeLag,
  reportTopPaths,
} from './path-reports.ts'
import { ReportQuestion } from './question.ts'
import { reportTransitions } from './transitions-report.ts'

/** One of the reports on journeys of some days (attribution.md §16, §17), for orders placed in them. */
export const reportAttribution = defineVerb({
  name: 'attribution.report',
  needs: 'metrics:read',
  access: 'read',
  input: ReportQuestion,
  output: ReportAnswer,
  async run(ctx, asked): Promise<ReportAnswer> {
    const range = { from: asked.from, to: asked.to }
    const { question, warnings } = await toCreditQuestion(ctx, { range, asked: { ...asked, ...ofOrders } })
    const report = await makeReport({ ctx, question, limit: asked.limit }, asked)
    return {
      range,
      timezone: ctx.shop.zone,
      currency: question.currency,
      model: asked.model,
      config: toUsedConfig(asked),
      warnings: [...warnings],
      ...report,
    }
  },
})

/** Paths are those of orders, which have one day only, and what is left of an order is told with it. */
const ofOrders = { date: 'order', refund_basis: 'order_date' } as const

function makeReport(context: ReportContext, { report, models }: ReportQuestion): Promise<AnyReport> {
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
