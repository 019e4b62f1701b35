import { AppError } from '@tillsight/core'
import { explainProfit, type ProfitFacts } from '@tillsight/costs'
import type { MetricValues } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, run } from '../context/index.ts'
import { type MetricAnswer, runQuery } from '../reports/index.ts'
import { causesOf, differenceOf, factsOf, orderLineOf } from './facts.ts'
import { type Explained, explainedBy, explainedLines, ladder, ProfitExplanation } from './outputs.ts'
import { tellRows } from './tell-rows.ts'

/** Two periods, as in a metric query; it is checked as one. */
const ExplainProfitInput = z.strictObject({
  from: z.string(),
  to: z.string(),
  compare: z.union([
    z.enum(['previous_period', 'previous_year']),
    z.strictObject({ from: z.string(), to: z.string() }),
  ]),
  alignWeekdays: z.boolean().optional(),
  filters: z
    .array(z.strictObject({ dimension: z.string(), operator: z.enum(['is', 'is_not']), values: z.array(z.string()) }))
    .optional(),
  currency: z.string().optional(),
  /** The line to explain; without one, net profit as far as it can be. */
  of: z.enum(explainedLines).optional(),
  /** Dimensions by which the change is told apart; all of them if absent. */
  by: z.array(z.enum(explainedBy)).optional(),
  /** Rows told of each dimension. */
  limit: z.int().min(1).max(100).optional(),
})

const usualRows = 10

/**
 * Why profit changed between two periods: the difference of every line, what orders, basket, margin, variable cost, marketing and
 * other expenses add to it, and which products, channels and customers it comes from. Parts add up to the millionth.
 */
export const explainProfitChange = defineVerb({
  name: 'profit.explain',
  needs: 'metrics:read',
  access: 'read',
  input: ExplainProfitInput,
  output: ProfitExplanation,
  async run(ctx, { limit = usualRows, of, by: told = explainedBy, ...asked }): Promise<ProfitExplanation> {
    const query = { ...asked, metrics: ['orders', ...ladder] }
    const { totals, compare, quality, ...answer } = await run(runQuery, ctx, query)
    // A query that names a comparison has one.
    if (!compare) throw new AppError('internal', 'A query with a comparison was answered without')
    const periods = { now: answer.range, before: compare.range }
    const found = wholeOf(totals, compare.totals, of ? [of] : ['netProfit', 'cm2'])
    const tell = async (whole: Whole) => ({
      of: whole.of,
      causes: causesOf(explainProfit(whole.before, whole.now), whole.of),
      by: await Promise.all(
        told.map((by) => tellRows(ctx, by, { query: asked, periods, whole, of: orderLineOf(whole.of), limit })),
      ),
    })
    return {
      range: periods.now,
      before: periods.before,
      currency: answer.currency,
      ...(found ? await tell(found) : { of: null, causes: [], by: [] }),
      ladder: ladder.map((metric) => ({ metric, ...differenceOf(totals[metric], compare.totals[metric]) })),
      partial: answer.partial || compare.partial,
      bounds: { now: boundOf(quality, found?.of), before: boundOf(compare.quality, found?.of) },
      warnings: [...answer.warnings],
    }
  },
})

interface Whole {
  readonly of: Explained
  readonly now: ProfitFacts
  readonly before: ProfitFacts
}

/** The first of some lines that both periods know; undefined where one shows none of them. */
function wholeOf(totals: MetricValues, then: MetricValues, lines: readonly Explained[]): Whole | undefined {
  for (const explained of lines) {
    const [now, before] = [factsOf(totals, explained), factsOf(then, explained)]
    if (now && before) return { of: explained, now, before }
  }
  return undefined
}

function boundOf(quality: MetricAnswer['quality'], of: Explained | undefined): ProfitExplanation['bounds']['now'] {
  return (of && quality?.[of]?.bound) ?? 'exact'
}
