import { dayOf } from '@tillsight/core/days'
import {
  AnswerRow,
  compile,
  compileCourse,
  describeCatalogue,
  type MetricQuery,
  MetricQueryInput,
  type MetricResult,
  shape,
  withCourse,
} from '@tillsight/metrics'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { findMaturing, type Maturing } from './ads-scope.ts'
import { claimsOf } from './claim-rules.ts'
import { MetricAnswer } from './outputs.ts'
import { loadStanding, type Standing } from './scope.ts'
import { untoldWarnings } from './untold.ts'

/** Answers a question about the shop's figures. */
export const runQuery = defineVerb({
  name: 'metrics.query',
  needs: 'metrics:read',
  access: 'read',
  input: MetricQueryInput,
  output: MetricAnswer,
  async run(ctx, query): Promise<MetricAnswer> {
    const claims = claimsOf(query)
    const standing = await loadStanding(ctx, query)
    const [{ warnings, ...result }, maturing] = await Promise.all([
      findAnswer(ctx, query, standing),
      findMaturing(ctx, query, dayOf(ctx.clock.now(), ctx.shop.zone)),
    ])
    return toAnswer({
      ...result,
      ...(standing.refundsPending ? { partial: true, partialMetrics: [...query.metrics] } : {}),
      freshness: standing.freshness,
      ...(claims ? { claims } : {}),
      ...(maturing ? { maturing } : {}),
      warnings: [...warnings, ...historyWarnings(query.metrics, standing)],
    })
  },
})

/**
 * Whoever asks the same about the same facts gets the same answer. While the shop is written to, facts change that the
 * version does not know yet, and every question is put anew: a figure never goes back to what it was.
 */
async function findAnswer(
  ctx: ShopContext,
  query: MetricQuery,
  { scope, facts: { version, isSettled } }: Standing,
): Promise<MetricResult> {
  const { warehouse, facts, shop } = ctx
  const ask = async (): Promise<MetricResult> => {
    const [rows, untold] = await Promise.all([
      warehouse.read(compile(query, scope), AnswerRow),
      untoldWarnings(ctx, query, isSettled ? version : undefined),
    ])
    const shaped = shape(query, scope, rows)
    const result = untold.length === 0 ? shaped : { ...shaped, warnings: [...shaped.warnings, ...untold] }
    const courses = compileCourse(query, scope, result.rows ?? [])
    return courses ? withCourse(query, scope, { result, rows: await warehouse.read(courses, AnswerRow) }) : result
  }
  if (facts === undefined || !isSettled) return ask()
  return facts.answers.recall(JSON.stringify([shop.id, `${version}`, query, scope], withMaps), ask)
}

/** Maps have no text of their own. */
function withMaps(_key: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}

/** The same value: a result is read-only where an answer is not, and whoever runs the verb parses its output. */
function toAnswer(
  result: MetricResult & Pick<MetricAnswer, 'freshness' | 'claims'> & { readonly maturing?: Maturing },
): MetricAnswer {
  return result as unknown as MetricAnswer
}

const aboutPeople = new Set(
  describeCatalogue()
    .metrics.filter(({ key, label }) => /customer/i.test(key) || /customer/i.test(label) || key === 'repeatRate')
    .map(({ key }) => key),
)

/** Who is new can be known only from the whole history. */
function historyWarnings(metrics: readonly string[], { importingSince, refundsPending }: Standing): string[] {
  const refunds = refundsPending
    ? ['Past refunds are still being imported: until they are in, returns are too low and sales too high.']
    : []
  if (importingSince === undefined || !metrics.some((metric) => aboutPeople.has(metric))) return refunds
  const since = importingSince === 'unknown' ? 'has only begun' : `reaches back to ${importingSince} so far`
  return [...refunds, `The import of past orders ${since}: some customers shown as new may have bought before.`]
}
