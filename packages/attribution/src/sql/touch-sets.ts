import { type CreditConfig, direct } from '../credit/index.ts'
import type { Layers } from './allocate.ts'

/** A subset of an order's touches. */
export interface TouchSet {
  /** List of positions within the set, counted from 1; 0 for touches outside it. */
  readonly places: string
  /** A row's entry of that list. */
  readonly place: string
  /** Column with the number of touches in the set. */
  readonly number: string
  /** List of whether each touch is in the set; undefined if all are. */
  readonly mask: string | undefined
  readonly lists: readonly string[]
  /** Layers that build the columns above: two for the mask, one for the rest. */
  readonly layers: Layers
}

const lowIntent = [direct, 'organic_search', 'paid_search_brand', 'email', 'sms']

/** The set of all touches. */
export const allTouches: TouchSet = {
  places: 'nth',
  place: 'nth',
  number: 'number',
  mask: undefined,
  lists: [],
  layers: [],
}

/** Paid clicks. */
export const paidTouches: TouchSet = setOf('paid', {
  lists: ['paid'],
  columns: [],
  mask: 'arrayMap(p -> p = 1, paid)',
})

/** Touches of channels that do more than close journeys; all touches where there are no others. */
export const openingTouches: TouchSet = preferring('opening', {
  lists: ['channels'],
  wanted: `c NOT IN (${lowIntent.map((each) => `'${each}'`).join(', ')})`,
  kept: '0',
})

/** The touches left by the direct policy; views are never direct. */
export function baseTouches({ direct_policy }: CreditConfig, touches: 'clicks' | 'views'): TouchSet {
  if (direct_policy === 'include') return allTouches
  if (touches === 'clicks') return preferring('base', { lists: ['channels'], wanted: `c != '${direct}'`, kept: '0' })
  const lists = ['channels', 'kinds']
  return preferring('base', { lists, wanted: `k = 1 AND c != '${direct}'`, kept: 'k != 1' })
}

interface Preference {
  readonly lists: readonly string[]
  /** Condition over a touch's channel `c`, and its kind `k` where needed. */
  readonly wanted: string
  /** Condition for touches that stay in addition to the wanted ones. */
  readonly kept: string
}

/** The touches that meet the condition, or all where none does. */
function preferring(id: string, { lists, wanted, kept }: Preference): TouchSet {
  const [names, columns] = [lists.length === 1 ? 'c' : '(c, k)', lists.join(', ')]
  return setOf(id, {
    lists,
    columns: [`arrayExists(${names} -> ${wanted}, ${columns}) AS ${id}_any`],
    mask: `arrayMap(${names} -> ${wanted} OR ${kept} OR NOT ${id}_any, ${columns})`,
  })
}

function setOf(
  id: string,
  { lists, columns, mask }: { lists: readonly string[]; columns: readonly string[]; mask: string },
): TouchSet {
  return {
    places: `${id}_places`,
    place: `${id}_place`,
    number: `${id}_number`,
    mask: `${id}_mask`,
    lists,
    layers: [
      columns,
      [`${mask} AS ${id}_mask`],
      [
        `arrayMap((wanted, place) -> if(wanted, place, 0), ${id}_mask, arrayCumSum(${id}_mask)) AS ${id}_places`,
        `toInt64(arraySum(${id}_mask)) AS ${id}_number`,
      ],
    ],
  }
}
