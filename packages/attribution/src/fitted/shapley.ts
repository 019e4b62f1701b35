import { type ByChannel, numberChannels, type PathRow, toRecord } from './paths.ts'

/** What channels get of what happened. */
export interface ShapleyResult {
  readonly conversions: ByChannel
  readonly value_minor: ByChannel
}

/** By channel, then by place in the journey, counted from 1. */
export interface OrderedShapleyResult {
  readonly conversions: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly value_minor: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * Every order is divided equally among the distinct channels of its journey: the Shapley value of channels whose worth is
 * what they brought among themselves, in closed form (Zhao, Mahboobi, Bagheri 2018).
 */
export function shapley(rows: readonly PathRow[]): ShapleyResult {
  const { names, at } = numberChannels(rows)
  const [conversions, value] = [new Float64Array(names.length), new Float64Array(names.length)]
  for (const row of rows) {
    if (row.conversions === 0 && row.value_minor === 0) continue
    const distinct = new Set(row.path.map(at))
    for (const channel of distinct) {
      conversions[channel] = (conversions[channel] ?? 0) + row.conversions / distinct.size
      value[channel] = (value[channel] ?? 0) + row.value_minor / distinct.size
    }
  }
  return {
    conversions: toRecord(names, (channel) => conversions[channel] ?? 0),
    value_minor: toRecord(names, (channel) => value[channel] ?? 0),
  }
}

/** The same, told apart by the place at which a channel stood: who opens, who closes. */
export function shapleyOrdered(rows: readonly PathRow[]): OrderedShapleyResult {
  const conversions = new Map<string, Map<number, number>>()
  const value = new Map<string, Map<number, number>>()
  for (const row of rows) {
    const times = new Map<string, number>()
    for (const name of row.path) times.set(name, (times.get(name) ?? 0) + 1)
    for (const [at, name] of row.path.entries()) {
      const by = times.size * (times.get(name) ?? 1)
      addTo(conversions, { name, place: at + 1 }, row.conversions / by)
      addTo(value, { name, place: at + 1 }, row.value_minor / by)
    }
  }
  return { conversions: toPlaces(conversions), value_minor: toPlaces(value) }
}

type Places = Map<string, Map<number, number>>

function addTo(places: Places, { name, place }: { name: string; place: number }, amount: number): void {
  const own = places.get(name) ?? new Map<number, number>()
  own.set(place, (own.get(place) ?? 0) + amount)
  places.set(name, own)
}

/** A place that never brought anything is left out. */
function toPlaces(places: Places): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const records = [...places].map(([name, own]) => {
    const told = [...own].filter(([, amount]) => amount !== 0).sort(([one], [other]) => one - other)
    return [name, Object.fromEntries(told)] as const
  })
  return Object.fromEntries(records)
}
