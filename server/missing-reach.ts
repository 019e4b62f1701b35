import { parseDay } from '@tillsight/core/days'
import { askReach, type ConnectionContext, type MetricAnswer } from '@tillsight/domain'
import { reachMetrics } from '@tillsight/platforms'

/**
 * An answer without reach of days that nobody asked for yet leads to its being asked; the figures follow by themselves.
 * Returns whether any platform is asked now; one that was asked a moment ago is not asked again.
 */
export async function askMissingReach(ctx: ConnectionContext, answer: MetricAnswer): Promise<boolean> {
  let isAsked = false
  for (const { range } of missingIn(answer)) {
    if (await ask(ctx, range)) isAsked = true
  }
  return isAsked
}

function missingIn(answer: MetricAnswer): readonly Pick<MetricAnswer, 'totals' | 'range'>[] {
  return [answer, ...(answer.compare ? [answer.compare] : [])].filter(({ totals }) =>
    reachMetrics.some((metric) => totals[metric] === null),
  )
}

async function ask(ctx: ConnectionContext, { from, to }: MetricAnswer['range']): Promise<boolean> {
  try {
    return (await askReach(ctx, { from: parseDay(from), to: parseDay(to) })) > 0
  } catch (error) {
    ctx.log.warn({ shop: ctx.shop.id, err: error }, 'how many people were reached could not be asked for')
    return false
  }
}

/** For whoever does not follow the figures: the answer with when to ask again. */
export async function withReachAsked(ctx: ConnectionContext, answer: MetricAnswer): Promise<MetricAnswer> {
  if (missingIn(answer).length === 0) return answer
  const when = (await askMissingReach(ctx, answer))
    ? 'Reach is being asked for now: put the same question again in about a minute.'
    : 'Reach was asked for within the last 10 minutes, or its connection cannot be read right now: put the same question again in a few minutes.'
  return { ...answer, warnings: [...answer.warnings, when] }
}
