import type { AdditiveModel, CreditConfig } from '../credit/index.ts'
import type { Layers } from './allocate.ts'
import type { OneTouchModel } from './eligible.ts'
import type { SqlText } from './sql-text.ts'
import type { TouchSet } from './touch-sets.ts'

/** Points by role; touches without a role share the last entry. */
const shapes = {
  position_u: { first: 40, middle: 0, last: 40, others: 20 },
  position_j: { first: 20, middle: 0, last: 60, others: 20 },
  position_j_inverse: { first: 60, middle: 0, last: 20, others: 20 },
  position_w: { first: 30, middle: 30, last: 30, others: 10 },
} as const

/** Models that share an order among several touches. */
export type SharingModel = Exclude<AdditiveModel, OneTouchModel | 'survey_blend'>

/** How one model weighs the touches of a set. */
export interface Weighing {
  /** The last layer has the list `…_weights` after the model's name; touches outside the set weigh 0. */
  readonly layers: Layers
  readonly lists: readonly string[]
  readonly params: SqlText['params']
  /** The integer type that amounts times weights fit into. */
  readonly type: 'Int64' | 'Int128'
}

const scale = 1_000_000_000_000
const dayMs = 86_400_000

/** A model's weighing over the set of touches it uses. */
export function weighingOf(model: SharingModel, set: TouchSet, config: CreditConfig): Weighing {
  if (isShape(model)) return positionWeights(model, set)
  switch (model) {
    case 'linear_all':
    case 'linear_paid':
    case 'upper_funnel_linear':
      return byList(model, set, { weight: 'toInt64(1)', names: 'c', lists: 'channels' })
    case 'time_decay':
      return decayWeights(set, config.half_life_days)
    case 'shapley':
      return shapleyWeights(set)
    case 'markov_local':
      return markovWeights(set, config)
    case 'clicks_and_views':
      return byList(model, set, { weight: 'toInt64(multiIf(k = 1, 4, k = 3, 2, 1))', names: 'k', lists: 'kinds' })
  }
}

/** Names the only entry of the last layer as the list of weights. */
function weighing(model: SharingModel, { layers, lists, params = {} }: Given): Weighing {
  const named = layers.map((layer, nth) =>
    nth < layers.length - 1 ? layer : layer.map((sql) => `${sql} AS ${model}_weights`),
  )
  const isWide = model === 'time_decay' || model === 'shapley' || model === 'markov_local'
  return { layers: named, lists, params, type: isWide ? 'Int128' : 'Int64' }
}

type Given = Pick<Weighing, 'layers' | 'lists'> & Partial<Pick<Weighing, 'params'>>

function byList(model: SharingModel, set: TouchSet, lambda: WeightLambda): Weighing {
  return weighing(model, { layers: [[listSql(set, lambda)]], lists: [lambda.lists] })
}

/** A weight as a lambda over lists. */
interface WeightLambda {
  readonly weight: string
  readonly names: string
  readonly lists: string
}

/** Weight of each touch in a set, 0 outside it. */
function listSql({ places, mask }: TouchSet, { weight, names, lists }: WeightLambda): string {
  if (mask === undefined) return `arrayMap((${names}) -> ${weight}, ${lists})`
  return `arrayMap((${names}, place) -> if(place > 0, ${weight}, 0), ${lists}, ${places})`
}

/** Halves the weight per half-life by which a touch is older than the newest; rounded half up as in `credit/`. */
function decayWeights(set: TouchSet, halfLifeDays: number): Weighing {
  const halfLife = halfLifeDays * dayMs
  if (!(halfLife > 0 && Number.isFinite(halfLife))) throw new Error(`${halfLifeDays} days are no half-life`)
  const newest = `touch_ms[${set.mask === undefined ? 'number' : `indexOf(${set.places}, ${set.number})`}] AS newest_ms`
  const weight = `toInt128(floor(${scale} * pow(2., -(toFloat64(newest_ms - t)) / toFloat64(${halfLife})) + 0.5))`
  const weights = listSql(set, { weight, names: 't', lists: 'touch_ms' })
  return weighing('time_decay', { layers: [[newest], [weights]], lists: ['touch_ms'] })
}

/** The frequency of each touch's channel in the list, without comparing all pairs. */
const channelCounts =
  'arrayMap((f, b) -> toInt64(f + b - 1), arrayEnumerateUniq(channels), arrayReverse(arrayEnumerateUniq(arrayReverse(channels)))) AS channel_counts'

const commonMultiple = `if(arrayMax(channel_counts) <= 10, toInt128(2520), arrayFold(
      (whole, m) -> intDiv(whole, toInt128(gcd(toInt64(if(whole % m = 0, m, whole % m)), m))) * m,
      arrayDistinct(channel_counts), toInt128(1))) AS common_multiple`

/**
 * A common multiple of the channels' counts, split evenly over each channel's touches; any common multiple gives the same
 * result.
 */
function shapleyWeights(set: TouchSet): Weighing {
  const weights = listSql(set, { weight: 'intDiv(common_multiple, m)', names: 'm', lists: 'channel_counts' })
  return weighing('shapley', { layers: [[channelCounts], [commonMultiple], [weights]], lists: ['channels'] })
}

/** The channel's removal effect, split evenly over its touches; one each where the chain knows none of them. */
function markovWeights(set: TouchSet, { removal_effects = new Map() }: CreditConfig): Weighing {
  const known = [...removal_effects]
  const one = { weight: 'toInt128(1)', names: 'c', lists: 'channels' }
  if (known.length === 0) return byList('markov_local', set, one)
  const find = (list: string, none: number) =>
    `transform(toString(c), {effect_channels:Array(String)}, arrayMap(x -> toInt64(x), {${list}:Array(String)}), toInt64(${none}))`
  const [over, by] = [`toInt128(${find('effect_over', 0)})`, `toInt128(${find('effect_by', 1)})`]
  const weight = `intDiv(2 * toInt128(${scale}) * ${over} + ${by} * m, 2 * ${by} * m)`
  const byEffect = listSql(set, { weight, names: 'c, m', lists: 'channels, channel_counts' })
  const weights = `if(arraySum(known_weights) = 0, ${listSql(set, one)}, known_weights)`
  return weighing('markov_local', {
    layers: [[channelCounts], [`${byEffect} AS known_weights`], [weights]],
    lists: ['channels'],
    params: {
      effect_channels: known.map(([channel]) => channel),
      effect_over: known.map(([, { over: part }]) => String(part)),
      effect_by: known.map(([, { by: whole }]) => String(whole)),
    },
  })
}

/** Points by role; touches without a role share the rest. */
function positionWeights(model: Shape, set: TouchSet): Weighing {
  const { first, middle, last, others } = shapes[model]
  const mid = `${model}_middle`
  const points = `toInt64(${first} * (p = 1) + ${middle} * (p = ${mid}) + ${last} * (p = ${set.number}))`
  const holders = `toInt64(least(${set.number}, 1) + (${set.number} > 1) + (${mid} > 1) * (${mid} < ${set.number}))`
  const weight = `if(${points} > 0, ${points} * greatest(${set.number} - ${model}_holders, 1), ${others})`
  return weighing(model, {
    layers: [
      [middle === 0 ? `toInt64(0) AS ${mid}` : `${middleSql(set)} AS ${mid}`],
      [`${holders} AS ${model}_holders`],
      [`arrayMap(p -> if(p > 0, ${weight}, 0), ${set.places})`],
    ],
    lists: middle === 0 ? [] : ['touch_ms'],
  })
}

/** Models that weigh touches by position. */
type Shape = keyof typeof shapes

/** Whether a model weighs touches by position. */
function isShape(model: string): model is Shape {
  return model in shapes
}

/** Position of the middle role in a set; 0 where no touch holds it. Only one shape has this role. */
function middleSql({ places, number }: TouchSet): string {
  const upTo =
    places === 'nth'
      ? 'arrayLastIndex(t -> t <= milestone_ms, touch_ms)'
      : `${places}[arrayLastIndex((t, p) -> t <= milestone_ms AND p > 0, touch_ms, ${places})]`
  return `toInt64(if(milestone_ms > 0, ${upTo}, if(${number} < 3, 0, intDiv(${number}, 2) + 1)))`
}
