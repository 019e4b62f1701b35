import type { CreditConfig } from '../credit/index.ts'
import type { Layers } from './allocate.ts'
import { eligibleSql } from './eligible.ts'

/** Orders, and which of their columns and lists to keep. */
export interface FrameAsk {
  readonly from: string
  readonly scalars: readonly string[]
  readonly lists: readonly string[]
}

/** A subquery of orders, and its columns including lists. */
export interface Frame {
  readonly sql: string
  readonly columns: readonly string[]
}

/** Orders with their lists reduced to eligible clicks. */
export function clicksFrame(ask: FrameAsk, config: CreditConfig): Frame {
  return cutSql(ask, `arrayMap((k, t) -> ${eligibleSql(config, 'clicks')}, kinds, touch_ms)`)
}

/** {@link clicksFrame} with views added, except those covered by a click on their platform. */
export function viewsFrame(ask: FrameAsk, config: CreditConfig): Frame {
  const lists = [...new Set([...ask.lists, 'kinds', 'touch_ms', 'platforms'])]
  const { sql: from } = cutSql({ ...ask, lists }, `arrayMap((k, t) -> ${eligibleSql(config, 'all')}, kinds, touch_ms)`)
  return cutSql({ ...ask, from }, unabsorbedSql)
}

/** A view is dropped if a later or simultaneous click on its platform exists; checked only where views are. */
const unabsorbedSql = `if(arrayExists(k -> k != 1, kinds),
    arrayMap((k, t, p) -> k = 1 OR p = '' OR t > arrayMax(arrayMap((ok, ot, op) -> if(ok = 1 AND op = p, ot, toInt64(-9000000000000000)), kinds, touch_ms, platforms)), kinds, touch_ms, platforms),
    arrayMap(k -> toUInt8(1), kinds))`

/** Removes the entries that a mask excludes from every list. */
export function cutSql({ from, scalars, lists }: FrameAsk, mask: string): Frame {
  const kept = lists.map((list) => `arrayFilter((x, wanted) -> wanted, source.${list}, mask) AS ${list}`)
  const sql = `(SELECT ${[...scalars, ...kept].join(', ')} FROM (SELECT *, ${mask} AS mask FROM ${from}) AS source)`
  return { sql, columns: [...scalars, ...lists] }
}

/** Columns of an order that every model needs besides its lists. */
export const orderScalars = ['value', 'net', 'order_ms', 'milestone_ms'] as const

/** Columns about touches that every way of dividing builds on: their positions and their number. */
export const touchLayers: Layers = [['arrayEnumerate(channels) AS nth', 'toInt64(length(channels)) AS number']]

/**
 * A subquery with further columns, layer by layer. Each layer passes on only columns named further out, and in `reader` at
 * the end.
 */
export function layered({ sql: from, columns }: Frame, layers: Layers, reader: string): string {
  const needed = wordsOf(reader)
  const selects: string[][] = []
  for (const [at, layer] of [...layers.entries()].toReversed()) {
    const own = neededOf(layer, needed)
    if (own.length === 0) continue
    const before = new Set([...columns, ...layers.slice(0, at).flat().map(nameOf)])
    selects.push([...[...before].filter((name) => needed.has(name)), ...own])
  }
  return selects.reduceRight((sql, select) => `(SELECT ${select.join(', ')} FROM ${sql})`, from)
}

/** The columns of a layer that are needed, including by each other; adds the names they use to `needed`. */
function neededOf(layer: readonly string[], needed: Set<string>): string[] {
  const own: string[] = []
  for (const column of layer.toReversed()) {
    if (!needed.has(nameOf(column))) continue
    own.unshift(column)
    for (const word of wordsOf(column)) needed.add(word)
  }
  return own
}

function wordsOf(sql: string): Set<string> {
  return new Set(sql.match(/\w+/g))
}

/** The name of a column given as `expression AS name`. */
export function nameOf(column: string): string {
  return column.slice(column.lastIndexOf(' ') + 1)
}
