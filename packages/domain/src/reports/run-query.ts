import { AnswerRow, compile, describeCatalogue, MetricQueryInput, shape } from '@tillsight/metrics'
import { defineVerb } from '../context/index.ts'
import { MetricAnswer } from './outputs.ts'
import { loadStanding, type Standing } from './scope.ts'

/** Answers a question about the shop's figures. */
export const runQuery = defineVerb({
  name: 'metrics.query',
  needs: 'metrics:read',
  access: 'read',
  input: MetricQueryInput,
  output: MetricAnswer,
  async run(ctx, query): Promise<MetricAnswer> {
    const standing = await loadStanding(ctx, query)
    const rows = await ctx.warehouse.read(compile(query, standing.scope), AnswerRow)
    const { warnings, ...result } = shape(query, standing.scope, rows)
    return toAnswer({
      ...result,
      freshness: standing.freshness,
      warnings: [...warnings, ...historyWarnings(query.metrics, standing)],
    })
  },
})

/** The same value: a result is read-only where an answer is not, which parsing the output makes no matter. */
function toAnswer(result: object): MetricAnswer {
  return MetricAnswer.parse(result)
}

const aboutPeople = new Set(
  describeCatalogue()
    .metrics.filter(
      ({ key }) => /customer/i.test(key) || key === 'repeatRate' || key === 'aovNew' || key === 'aovReturning',
    )
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
