import {
  AnswerRow,
  compile,
  describeCatalogue,
  type MetricQuery,
  MetricQueryInput,
  type MetricResult,
  shape,
} from '@tillsight/metrics'
import { defineVerb, type ShopContext } from '../context/index.ts'
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
    const { warnings, ...result } = await findAnswer(ctx, query, standing)
    return toAnswer({
      ...result,
      freshness: standing.freshness,
      warnings: [...warnings, ...historyWarnings(query.metrics, standing)],
    })
  },
})

/**
 * Whoever asks the same about the same facts gets the same answer. While the shop is written to, facts change that the
 * version does not know yet, and every question is put anew: a figure never goes back to what it was.
 */
async function findAnswer(
  { warehouse, facts, shop }: ShopContext,
  query: MetricQuery,
  { scope, facts: { version, isSettled } }: Standing,
): Promise<MetricResult> {
  const ask = async () => shape(query, scope, await warehouse.read(compile(query, scope), AnswerRow))
  if (facts === undefined || !isSettled) return ask()
  const rates = scope.rates && [...scope.rates]
  return facts.answers.recall(JSON.stringify([shop.id, `${version}`, query, { ...scope, rates }]), ask)
}

/** The same value: a result is read-only where an answer is not, and whoever runs the verb parses its output. */
function toAnswer(result: MetricResult & Pick<MetricAnswer, 'freshness'>): MetricAnswer {
  return result as unknown as MetricAnswer
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
