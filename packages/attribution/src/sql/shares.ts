import type { AdditiveModel, CreditConfig } from '../credit/index.ts'
import { type Allocation, type AmountLayers, evenPart, evenSql, type Layers, weightedSql } from './allocate.ts'
import { isOneTouch, type OneTouchModel } from './eligible.ts'
import { cutSql, type Frame, type FrameAsk, layered } from './frames.ts'
import type { SqlText } from './sql-text.ts'
import { allTouches, baseTouches, openingTouches, paidTouches, type TouchSet } from './touch-sets.ts'
import { type SharingModel, weighingOf } from './weights.ts'

/**
 * How a model divides orders: columns per order, and the expression for a touch's part of an amount. Each row is one touch of
 * the order with `nth`, its position from 1; an order without touches is one row with `nth` 0.
 */
export interface Share extends AmountLayers {
  /** Lists of touches that the columns use. */
  readonly lists: readonly string[]
  /** Lists to unfold into rows, by the name of the row's entry. */
  readonly joined: Readonly<Record<string, string>>
  /** Column with the number of touches that earn credit; 0 for none. */
  readonly earners: string
  part(allocation: Allocation): string
  readonly params: SqlText['params']
}

/** Number of layers that touch sets take; those of models follow. */
const layersOfSets = 3
const noLayers: Layers = Array.from({ length: layersOfSets }, () => [])

/** The eligible touches that a model divides an order among. */
export function setOf(model: SharingModel, config: CreditConfig): TouchSet {
  switch (model) {
    case 'linear_paid':
      return paidTouches
    case 'upper_funnel_linear':
      return openingTouches
    default:
      return baseTouches(config, model === 'clicks_and_views' ? 'views' : 'clicks')
  }
}

/** A frame reduced to the touches of a set. */
export function onlyOf(set: TouchSet, { scalars, lists }: Omit<FrameAsk, 'from'>, frame: Frame): Frame {
  if (set.mask === undefined) return frame
  const reader = [...scalars, ...lists, set.mask].join(' ')
  return cutSql({ from: layered(frame, set.layers, reader), scalars, lists }, set.mask)
}

interface ShareAsk {
  readonly set: TouchSet
  readonly config: CreditConfig
  readonly amounts: readonly Allocation[]
}

/** How a model divides orders among the touches of a set. */
export function shareOf(model: SharingModel, ask: ShareAsk): Share {
  const isEven = model === 'linear_all' || model === 'linear_paid' || model === 'upper_funnel_linear'
  return isEven ? evenShare(model, ask) : weightedShare(model, ask)
}

function evenShare(id: string, { set, amounts }: ShareAsk): Share {
  const { place, number } = set
  return {
    lists: set.lists,
    layers: layersOf(set),
    amountLayers: evenSql(amounts, { id, number }),
    joined: set.mask === undefined ? {} : { [place]: set.places },
    earners: number,
    part: (allocation) => evenPart(allocation, { id, place }),
    params: {},
  }
}

function layersOf({ mask, layers }: TouchSet): Layers {
  return mask === undefined ? noLayers : layers
}

function weightedShare(model: SharingModel, { set, config, amounts }: ShareAsk): Share {
  const { layers, lists, params, type } = weighingOf(model, set, config)
  const own = weightsShare({ id: model, type }, amounts)
  return {
    ...own,
    lists: [...set.lists, ...lists],
    layers: [...layersOf(set), ...layers, ...own.layers],
    earners: set.number,
    params,
  }
}

/** Divides by an existing list of weights, named `…_weights` after an id. */
export function weightsShare(by: Parameters<typeof weightedSql>[0], amounts: readonly Allocation[]): Share {
  const { id } = by
  return {
    ...weightedSql(by, amounts),
    lists: [],
    joined: Object.fromEntries(amounts.map(({ amount }) => [`${id}_${amount}_part`, `${id}_${amount}_parts`])),
    earners: 'number',
    part: ({ amount }) => `${id}_${amount}_part`,
    params: {},
  }
}

/** One touch earns the whole order; its position is among eligible clicks. */
export function oneTouchShare(model: OneTouchModel, config: CreditConfig): Share {
  const at = `${model}_at`
  const base = baseTouches(config, 'clicks')
  const isBase = model === 'first_click' || model === 'last_click'
  const set = isBase ? base : allTouches
  const findOther = (find: string, none: string) =>
    `if(${find}(c -> c != 'direct', channels) > 0, ${find}(c -> c != 'direct', channels), ${none})`
  const places: Readonly<Record<OneTouchModel, string>> = {
    first_click: isAll(base) ? 'least(number, 1)' : `indexOf(${base.places}, 1)`,
    last_click: isAll(base) ? 'number' : `if(number = 0, 0, indexOf(${base.places}, ${base.number}))`,
    first_non_direct: findOther('arrayFirstIndex', 'least(number, 1)'),
    last_non_direct: findOther('arrayLastIndex', 'number'),
    last_paid: 'arrayLastIndex(p -> p = 1, paid)',
  }
  return {
    lists: [...set.lists, ...(model === 'last_paid' ? ['paid'] : ['channels'])],
    layers: [...layersOf(set), [`${places[model]} AS ${at}`]],
    amountLayers: [],
    joined: {},
    earners: at,
    part: ({ amount }) => `multiIf(${at} = 0, 0, nth = ${at}, ${amount}, 0)`,
    params: {},
  }
}

function isAll({ mask }: TouchSet): boolean {
  return mask === undefined
}

/** Models that credit nothing but clicks. */
export type ClickModel = Exclude<AdditiveModel, 'clicks_and_views' | 'survey_blend'>

/** Any click model, applied to the eligible clicks. */
export function clickShareOf(model: ClickModel, { config, amounts }: Omit<ShareAsk, 'set'>): Share {
  if (isOneTouch(model)) return oneTouchShare(model, config)
  return shareOf(model, { set: setOf(model, config), config, amounts })
}

/** Merges the columns of several shares layer by layer, each column once. */
export function mergeLayers(each: readonly Layers[]): Layers {
  const depth = Math.max(0, ...each.map((layers) => layers.length))
  return Array.from({ length: depth }, (_, at) => [...new Set(each.flatMap((layers) => layers[at] ?? []))])
}
