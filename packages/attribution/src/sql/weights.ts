import { type AdditiveModel, type CreditConfig, direct } from '../credit/types.ts'
import type { OneTouchModel } from './one-touch.ts'
import type { SqlText } from './sql-text.ts'

/** Models that share an order among several touches, by weights over lists that hold those touches only. */
export type SharingModel = Exclude<AdditiveModel, OneTouchModel | 'survey_blend'>

/** How one model weighs. */
export interface Weighing {
  /** Which of the eligible touches are in its set, for lambdas of a channel `c` and whether it is paid `p`; absent: all. */
  readonly set?: string
  /** The list of weights; absent: one each. */
  readonly weights?: SqlText
  /** Numbers that amounts times weights fit into. */
  readonly type: 'Int64' | 'Int128'
}

const lowIntent = [direct, 'organic_search', 'paid_search_brand', 'email', 'sms']
const scale = 1_000_000_000_000
const dayMs = 86_400_000

/** How often each touch's channel is in the list, without comparing each with each. */
const channelCounts =
  'arrayMap((f, b) -> toInt64(f + b - 1), arrayEnumerateUniq(channels), arrayReverse(arrayEnumerateUniq(arrayReverse(channels))))'

const shapes = {
  position_u: { first: 40, middle: 0, last: 40, others: 20 },
  position_j: { first: 20, middle: 0, last: 60, others: 20 },
  position_j_inverse: { first: 60, middle: 0, last: 20, others: 20 },
  position_w: { first: 30, middle: 30, last: 30, others: 10 },
} as const

/** The weighing of a model. */
export function weighingOf(model: SharingModel, config: CreditConfig): Weighing {
  switch (model) {
    case 'linear_all':
      return { type: 'Int64' }
    case 'linear_paid':
      return { type: 'Int64', set: 'p = 1' }
    case 'upper_funnel_linear':
      return { type: 'Int64' }
    case 'time_decay':
      return { type: 'Int128', weights: text(decaySql(config.half_life_days)) }
    case 'position_u':
    case 'position_j':
    case 'position_j_inverse':
    case 'position_w':
      return { type: 'Int64', weights: text(positionSql(model)) }
    case 'shapley':
      return { type: 'Int128', weights: text(shapleySql()) }
    case 'markov_local':
      return { type: 'Int128', weights: markovSql(config) }
    case 'clicks_and_views':
      return { type: 'Int64', weights: text('arrayMap(k -> toInt64(multiIf(k = 1, 4, k = 3, 2, 1)), kinds)') }
  }
}

/** Which touches a model prefers, for lambdas of channel `c` and kind `k`: it keeps these where `any` of that kind is there. */
export interface Preference {
  readonly any: string
  readonly keep: string
}

/** What a model prefers; undefined where it takes all the same. */
export function preferenceOf(model: SharingModel, { direct_policy }: CreditConfig): Preference | undefined {
  if (model === 'upper_funnel_linear') {
    const opens = `c NOT IN (${lowIntent.map((each) => `'${each}'`).join(', ')})`
    return { any: opens, keep: opens }
  }
  if (model === 'linear_paid' || direct_policy === 'include') return undefined
  return { any: `k = 1 AND c != '${direct}'`, keep: `(k != 1 OR c != '${direct}')` }
}

function text(sql: string): SqlText {
  return { sql, params: {} }
}

/** Halved for every half-life that a touch is older than the newest; rounded half up as in `credit/`. */
function decaySql(halfLifeDays: number): string {
  const halfLife = halfLifeDays * dayMs
  if (!(halfLife > 0 && Number.isFinite(halfLife))) throw new Error(`${halfLifeDays} days are no half-life`)
  return `arrayMap(t -> toInt128(floor(${scale} * pow(2., -(toFloat64(newest_ms - t)) / toFloat64(${halfLife})) + 0.5)), touch_ms)`
}

/** Points by role; the others share theirs. Everything fits into ordinary integers. */
function positionSql(model: keyof typeof shapes): string {
  const { first, middle, last, others } = shapes[model]
  const points = `toInt64(${first} * (i = 1) + ${middle} * (i = middle_nth) + ${last} * (i = length_n))`
  return `arrayMap(i -> if(${points} > 0, ${points} * greatest(length_n - role_holders, 1), ${others}), nth)`
}

/** Where the roles of the position models are; for the layer below the weights. */
export function rolesSql(model: SharingModel): string[] {
  if (!(model in shapes)) return []
  const middle =
    model === 'position_w'
      ? 'toInt64(if(milestone_ms > 0, arrayLastIndex(t -> t <= milestone_ms, touch_ms), if(length(nth) < 3, 0, intDiv(length(nth), 2) + 1)))'
      : 'toInt64(0)'
  return [
    'toInt64(length(nth)) AS length_n',
    `${middle} AS middle_nth`,
    'toInt64(least(length_n, 1) + (length_n > 1) + (middle_nth > 1 AND middle_nth < length_n)) AS role_holders',
  ]
}

/** A common multiple of the channels' counts, split evenly over the touches of each; any common multiple gives the same. */
function shapleySql(): string {
  return 'arrayMap(m -> intDiv(common_multiple, m), channel_counts)'
}

const commonMultiple = `if(arrayMax(channel_counts) <= 10, toInt128(2520), arrayFold(
      (whole, m) -> intDiv(whole, toInt128(gcd(toInt64(if(whole % m = 0, m, whole % m)), m))) * m,
      arrayDistinct(channel_counts), toInt128(1)))`

/** The channel's removal effect, split evenly over its touches; one each where the chain knows none of them. */
function markovSql({ removal_effects = new Map() }: CreditConfig): SqlText {
  const known = [...removal_effects]
  const params = {
    effect_channels: known.map(([channel]) => channel),
    effect_over: known.map(([, { over }]) => String(over)),
    effect_by: known.map(([, { by }]) => String(by)),
  }
  if (known.length === 0) return { sql: 'arrayMap(c -> toInt128(1), channels)', params: {} }
  const find = (list: string, none: number) =>
    `transform(toString(c), {effect_channels:Array(String)}, arrayMap(x -> toInt64(x), {${list}:Array(String)}), toInt64(${none}))`
  const weights = `arrayMap((c, m) -> intDiv(2 * toInt128(${scale}) * ${find('effect_over', 0)} + toInt128(${find('effect_by', 1)}) * m, 2 * toInt128(${find('effect_by', 1)}) * m), channels, channel_counts)`
  return { sql: `if(arraySum(${weights}) = 0, arrayMap(c -> toInt128(1), channels), ${weights})`, params }
}

/** Whether a model needs to know how often channels repeat. */
export function countsSql(model: SharingModel): string[] {
  if (model === 'shapley') return [`${channelCounts} AS channel_counts`, `${commonMultiple} AS common_multiple`]
  return model === 'markov_local' ? [`${channelCounts} AS channel_counts`] : []
}
