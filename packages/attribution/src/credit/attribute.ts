import { doesCount, type Journey, journeyOf } from './journey.ts'
import {
  type AdditiveModel,
  type Claim,
  type Credit,
  type CreditConfig,
  type Order,
  type Touch,
  type TouchKind,
  unattributed,
} from './types.ts'
import { allocate, type Weighted, weighClicks, withoutDirect } from './weights.ts'

/** A click counts as much as two watched ads or four seen ones. */
const worth: Readonly<Record<TouchKind, bigint>> = { click: 4n, engaged_view: 2n, view: 1n }

/** One person's touches and orders, in any order. */
export interface PersonHistory {
  readonly touches: readonly Touch[]
  readonly orders: readonly Order[]
}

const oneOrder = 1_000_000n

/**
 * Each touch's credit for one order of a person, in the order of the journey; the amounts add up exactly to the order's. An
 * order that does not count has no credits. This is the reference that the SQL is compared with.
 */
export function attribute(
  order: Order,
  person: PersonHistory,
  ask: { model: AdditiveModel; config: CreditConfig },
): Credit[] {
  if (!doesCount(order)) return []
  const { touches, weights } = weigh(journeyOf(order, person, ask.config), { ...ask, order })
  const net = netValue(order)
  if (touches.length === 0) {
    const whole = { gross_minor: order.value_minor, net_minor: net, orders_micro: oneOrder }
    return [{ touch_id: unattributed, channel: unattributed, ...whole }]
  }
  const [gross, nets, orders] = [order.value_minor, net, oneOrder].map((amount) => allocate(amount, weights))
  return touches.map(({ touch_id, channel }, at) => ({
    touch_id,
    channel,
    gross_minor: gross?.[at] ?? 0n,
    net_minor: nets?.[at] ?? 0n,
    orders_micro: orders?.[at] ?? 0n,
  }))
}

/**
 * The touches that share an order under a model, oldest first, each with its integer weight; empty where no touch earned it.
 */
export function weightsOf(
  order: Order,
  person: PersonHistory,
  ask: { model: AdditiveModel; config: CreditConfig },
): { readonly touch_id: string; readonly weight: bigint }[] {
  if (!doesCount(order)) return []
  const { touches, weights } = weigh(journeyOf(order, person, ask.config), { ...ask, order })
  return touches.map(({ touch_id }, at) => ({ touch_id, weight: weights[at] ?? 0n }))
}

/**
 * The conversions that platforms would report if each saw only its own clicks: the whole order for its last paid click. Never
 * to be added up.
 */
export function claim(order: Order, person: PersonHistory, config: CreditConfig): Claim[] {
  if (!doesCount(order)) return []
  const last = new Map<string, Touch>()
  for (const touch of journeyOf(order, person, config).clicks) {
    if (!touch.paid || touch.platform === null) continue
    // Deleted and set again, so that claims are in the order of their touches.
    last.delete(touch.platform)
    last.set(touch.platform, touch)
  }
  return [...last.values()].flatMap(({ platform, touch_id }) =>
    platform === null ? [] : [{ platform, touch_id, claimed_minor: order.value_minor }],
  )
}

interface Ask {
  readonly order: Order
  readonly model: AdditiveModel
  readonly config: CreditConfig
}

function weigh(journey: Journey, { order, model, config }: Ask): Weighted {
  if (model === 'clicks_and_views') return weighViews(journey, config)
  if (model === 'survey_blend') {
    return blendSurvey(weigh(journey, { order, model: config.survey_base, config }), { order, config })
  }
  return weighClicks(model, { clicks: journey.clicks, order, config })
}

/** An order's value after refunds, never below zero. */
function netValue({ value_minor, refunds = [] }: Order): bigint {
  const net = refunds.reduce((left, refund) => left - refund, value_minor)
  return net > 0n ? net : 0n
}

/** Weighs clicks and views together; a view is dropped where a later click on the same platform covers it. */
function weighViews({ clicks, all }: Journey, config: CreditConfig): Weighted {
  const kept = new Set(withoutDirect(clicks, config))
  const touches = all.filter((touch) => (touch.kind === 'click' ? kept.has(touch) : !isAbsorbed(touch, clicks)))
  return { touches, weights: touches.map(({ kind }) => worth[kind]) }
}

function isAbsorbed(view: Touch, clicks: readonly Touch[]): boolean {
  return view.platform !== null && clicks.some(({ platform, ts }) => platform === view.platform && ts >= view.ts)
}

/**
 * Gives the buyer's survey response its share of a base model's credit; a response that no touch matches becomes an entry of
 * its own.
 */
function blendSurvey(
  base: Weighted,
  { order, config }: { readonly order: Order; readonly config: CreditConfig },
): Weighted {
  const result = order.survey_channel
  if (result === undefined) return base
  if (base.touches.length === 0) return { touches: [pseudoTouch(result, order)], weights: [1n] }
  const { over: p, by: q } = config.survey_share
  const sum = base.weights.reduce((total, weight) => total + weight, 0n)
  const named = BigInt(base.touches.filter(({ channel }) => channel === result).length)
  if (named > 0n) {
    const weights = base.touches.map(({ channel }, at) => {
      const rest = (q - p) * (base.weights[at] ?? 0n) * named
      return channel === result ? rest + p * sum : rest
    })
    return { touches: base.touches, weights }
  }
  return {
    touches: [...base.touches, pseudoTouch(result, order)],
    weights: [...base.weights.map((weight) => (q - p) * weight), p * sum],
  }
}

function pseudoTouch(channel: string, { ts }: Order): Touch {
  return { touch_id: `survey:${channel}`, ts, kind: 'click', channel, platform: null, paid: false }
}
