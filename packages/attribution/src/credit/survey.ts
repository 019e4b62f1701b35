import type { CreditConfig, Order, Touch } from './types.ts'
import type { Weighted } from './weights.ts'

/** Gives the buyer's own answer its share of what a base model shares out; an answer that no touch shows gets a place of its own. */
export function blendSurvey(
  base: Weighted,
  { order, config }: { readonly order: Order; readonly config: CreditConfig },
): Weighted {
  const answer = order.survey_channel
  if (answer === undefined) return base
  if (base.touches.length === 0) return { touches: [pseudoTouch(answer, order)], weights: [1n] }
  const { over: p, by: q } = config.survey_share
  const sum = base.weights.reduce((total, weight) => total + weight, 0n)
  const named = BigInt(base.touches.filter(({ channel }) => channel === answer).length)
  if (named > 0n) {
    const weights = base.touches.map(({ channel }, at) => {
      const rest = (q - p) * (base.weights[at] ?? 0n) * named
      return channel === answer ? rest + p * sum : rest
    })
    return { touches: base.touches, weights }
  }
  return {
    touches: [...base.touches, pseudoTouch(answer, order)],
    weights: [...base.weights.map((weight) => (q - p) * weight), p * sum],
  }
}

function pseudoTouch(channel: string, { ts }: Order): Touch {
  return { touch_id: `survey:${channel}`, ts, kind: 'click', channel, platform: null, paid: false }
}
