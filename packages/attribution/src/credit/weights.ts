import { type AdditiveModel, type CreditConfig, direct, type Fraction, type Order, type Touch } from './types.ts'

const shapes = {
  position_u: { first: 40n, middle: 0n, last: 40n, others: 20n },
  position_j: { first: 20n, middle: 0n, last: 60n, others: 20n },
  position_j_inverse: { first: 60n, middle: 0n, last: 20n, others: 20n },
  position_w: { first: 30n, middle: 30n, last: 30n, others: 10n },
} as const satisfies Readonly<Record<string, Points>>

/** The touches that share an order under a model, oldest first, with their integer weights. */
export interface Weighted {
  readonly touches: readonly Touch[]
  readonly weights: readonly bigint[]
}

/** Models whose weights follow from an order's clicks alone. */
type ClickModel = Exclude<AdditiveModel, 'clicks_and_views' | 'survey_blend'>

/** 10¹²: the scale for irrational weights, standing for a weight of one. */
const scale = 1_000_000_000_000
const dayMs = 86_400_000
/** Channels that usually close a journey another channel opened. */
const lowIntent = new Set([direct, 'organic_search', 'paid_search_brand', 'email', 'sms'])

const nobody: Weighted = { touches: [], weights: [] }

/** A model's input: the eligible clicks, and those that remain under the direct policy. */
interface Clicks {
  readonly clicks: readonly Touch[]
  readonly base: readonly Touch[]
  readonly order: Order
  readonly config: CreditConfig
}

const rules: Readonly<Record<ClickModel, (given: Clicks) => Weighted>> = {
  first_click: ({ base }) => only(base[0]),
  last_click: ({ base }) => only(base.at(-1)),
  first_non_direct: ({ clicks }) => only(clicks.find(({ channel }) => channel !== direct) ?? clicks[0]),
  last_non_direct: ({ clicks }) => only(clicks.findLast(({ channel }) => channel !== direct) ?? clicks.at(-1)),
  last_paid: ({ clicks }) => only(clicks.findLast(({ paid }) => paid)),
  linear_all: ({ base }) => evenly(base),
  linear_paid: ({ clicks }) => evenly(clicks.filter(({ paid }) => paid)),
  upper_funnel_linear: ({ clicks }) => evenly(unlessNone(clicks, ({ channel }) => !lowIntent.has(channel))),
  time_decay: ({ base, config }) => ({ touches: base, weights: decayWeights(base, config.half_life_days) }),
  position_u: byPosition('position_u'),
  position_j: byPosition('position_j'),
  position_j_inverse: byPosition('position_j_inverse'),
  position_w: byPosition('position_w'),
  shapley: ({ base }) => ({ touches: base, weights: shapleyWeights(base) }),
  markov_local: ({ base, config }) => ({
    touches: base,
    weights: markovWeights(base, config.removal_effects ?? new Map()),
  }),
}

/** Weights of an order's clicks; without touches where the model credits none. */
export function weighClicks(model: ClickModel, given: Omit<Clicks, 'base'>): Weighted {
  return rules[model]({ ...given, base: withoutDirect(given.clicks, given.config) })
}

function byPosition(model: Shape): (given: Clicks) => Weighted {
  return ({ base, order }) => ({ touches: base, weights: positionWeights(model, base, order.milestone_ts) })
}

/** The clicks without direct visits, if the direct policy says so and others exist. */
export function withoutDirect(clicks: readonly Touch[], { direct_policy }: CreditConfig): readonly Touch[] {
  return direct_policy === 'include' ? clicks : unlessNone(clicks, ({ channel }) => channel !== direct)
}

function unlessNone(touches: readonly Touch[], isWanted: (touch: Touch) => boolean): readonly Touch[] {
  const wanted = touches.filter(isWanted)
  return wanted.length > 0 ? wanted : touches
}

function only(touch: Touch | undefined): Weighted {
  return touch === undefined ? nobody : { touches: [touch], weights: [1n] }
}

function evenly(touches: readonly Touch[]): Weighted {
  return { touches, weights: touches.map(() => 1n) }
}

/** Halves the weight for every half-life by which a touch is older than the newest. */
function decayWeights(touches: readonly Touch[], halfLifeDays: number): bigint[] {
  const newest = touches.at(-1)?.ts ?? 0
  return touches.map(({ ts }) => BigInt(Math.round(scale * 2 ** (-(newest - ts) / (halfLifeDays * dayMs)))))
}

/** An equal weight per distinct channel, split evenly over the channel's touches. */
function shapleyWeights(touches: readonly Touch[]): bigint[] {
  const counts = countChannels(touches)
  const multiple = [...counts.values()].reduce(leastCommonMultiple, 1n)
  return touches.map(({ channel }) => multiple / (counts.get(channel) ?? 1n))
}

/**
 * The channel's removal effect, split evenly over its touches; channels unknown to the chain get nothing unless all are
 * unknown.
 */
function markovWeights(touches: readonly Touch[], effects: ReadonlyMap<string, Fraction>): bigint[] {
  const counts = countChannels(touches)
  const weights = touches.map(({ channel }) => {
    const effect = effects.get(channel)
    if (effect === undefined) return 0n
    return roundHalfUp(BigInt(scale) * effect.over, effect.by * (counts.get(channel) ?? 1n))
  })
  return weights.some((weight) => weight > 0n) ? weights : touches.map(() => 1n)
}

function countChannels(touches: readonly Touch[]): Map<string, bigint> {
  const counts = new Map<string, bigint>()
  for (const { channel } of touches) counts.set(channel, (counts.get(channel) ?? 0n) + 1n)
  return counts
}

function roundHalfUp(over: bigint, by: bigint): bigint {
  return (2n * over + by) / (2n * by)
}

function leastCommonMultiple(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other]
  while (b > 0n) [a, b] = [b, a % b]
  return (one / a) * other
}

interface Points {
  readonly first: bigint
  readonly middle: bigint
  readonly last: bigint
  /** Points shared by the touches without a role. */
  readonly others: bigint
}

/** Models that weigh touches by position. */
type Shape = keyof typeof shapes

/**
 * Each role adds its points to the touch that holds it (one touch can hold several); touches without a role share the rest.
 */
function positionWeights(model: Shape, touches: readonly Touch[], milestone?: number): bigint[] {
  const shape: Points = shapes[model]
  const points = new Map<number, bigint>()
  const give = (at: number, amount: bigint) => {
    if (amount > 0n && at >= 0) points.set(at, (points.get(at) ?? 0n) + amount)
  }
  if (touches.length > 0) {
    give(0, shape.first)
    give(middleOf(touches, milestone), shape.middle)
    give(touches.length - 1, shape.last)
  }
  const others = BigInt(touches.length - points.size)
  return touches.map((_, at) => {
    const own = points.get(at)
    if (own === undefined) return shape.others
    return others > 0n ? own * others : own
  })
}

/**
 * Index of the last touch up to the milestone; without a milestone, the middle one of three or more. -1 where no touch
 * qualifies.
 */
function middleOf(touches: readonly Touch[], milestone: number | undefined): number {
  if (milestone !== undefined) return touches.findLastIndex(({ ts }) => ts <= milestone)
  return touches.length < 3 ? -1 : Math.floor(touches.length / 2)
}

/**
 * Divides an amount by integer weights exactly: largest remainder, ties to the earlier entry. A negative amount is divided by
 * its magnitude. Weights must not be negative and not all zero.
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (amount < 0n) return allocate(-amount, weights).map((part) => -part)
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  const parts = weights.map((weight) => (amount * weight) / sum)
  const rests = weights.map((weight) => (amount * weight) % sum)
  let left = amount - parts.reduce((total, part) => total + part, 0n)
  const byRest = rests.map((_, at) => at).sort((one, other) => compare(rests[other], rests[one]) || one - other)
  for (const at of byRest) {
    if (left === 0n) break
    parts[at] = (parts[at] ?? 0n) + 1n
    left -= 1n
  }
  return parts
}

function compare(one = 0n, other = 0n): number {
  return one < other ? -1 : one > other ? 1 : 0
}
