import { type ByChannel, numberChannels, type PathRow, toRecord } from './paths.ts'

/** Conversions and value attributed to each channel. */
interface ShapleyResult {
  readonly conversions: ByChannel
  readonly value_minor: ByChannel
}

/** By channel, then by position in the journey, counted from 1. */
interface OrderedShapleyResult {
  readonly conversions: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly value_minor: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * Divides every order equally among the distinct channels of its journey: the closed-form Shapley value in which a coalition
 * is worth the orders its channels brought among themselves (Zhao, Mahboobi, Bagheri 2018).
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

/** {@link shapley} split by the channel's position in the journey: which channels open, which close. */
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

/** Leaves out positions without conversions. */
function toPlaces(places: Places): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const records = [...places].map(([name, own]) => {
    const told = [...own].filter(([, amount]) => amount !== 0).sort(([one], [other]) => one - other)
    return [name, Object.fromEntries(told)] as const
  })
  return Object.fromEntries(records)
}

/** A channel, or the rarest channels pooled into one player, with its value. */
interface RatePlayer {
  readonly channels: readonly string[]
  /** Journeys that include any of its channels. */
  readonly journeys: number
  /** Contribution to the conversion rate, negative where the rate falls with the player; in the closed form: conversions. */
  readonly value: number
}

/** Values of players, and which form of the Shapley value they are of. */
export interface RateShapley {
  /** `closed` where some set has too few journeys for a rate. */
  readonly form: 'conversion_rate' | 'closed'
  /** By value, the largest first. */
  readonly players: readonly RatePlayer[]
  /** Distinct sets observed, and how many of them have too few journeys. */
  readonly sets: number
  readonly thinSets: number
}

/** The number of coalitions doubles with every player: this many are computed exactly. */
const mostPlayers = 12
/** With fewer journeys, the conversion rate of a set is mostly chance. */
export const journeysPerSet = 200

/**
 * The Shapley value whose worth v(S) is the conversion rate of journeys whose exact set of channels is S, and 0 where there
 * are none (attribution.md §11; Shapley 1953): φ_c = Σ_{S ⊆ N∖{c}} |S|!(n−|S|−1)!/n! · (v(S∪{c}) − v(S)), over all 2ⁿ sets.
 * The values add up to v(N) − v(∅); they are not shares. Beyond twelve channels, the rarest are pooled into one player. If
 * any observed set has fewer than 200 journeys, the closed form of {@link shapley} is used, over all channels. Rates are
 * floating-point fractions, as in all fitted models.
 */
export function shapleyRate(rows: readonly PathRow[]): RateShapley {
  const players = toPlayers(rows)
  const counts = countSets(rows, players)
  const thinSets = [...counts.values()].filter(({ journeys }) => journeys < journeysPerSet).length
  const told = { sets: counts.size, thinSets }
  if (thinSets > 0) return { form: 'closed', players: shapleyOfSets(rows), ...told }
  const values = valuesOf(worthOf(counts, players.length), players.length)
  const found = players.map((player, at) => ({ ...player, value: values[at] ?? 0 }))
  return { form: 'conversion_rate', players: byValue(found), ...told }
}

type Player = Pick<RatePlayer, 'channels' | 'journeys'>

interface Counted {
  readonly journeys: number
  readonly conversions: number
}

/** The most frequent channels first; those beyond the limit are pooled into the last player. */
function toPlayers(rows: readonly PathRow[]): Player[] {
  const journeys = journeysWith(rows)
  const names = Object.keys(journeys).sort(
    (one, other) => (journeys[other] ?? 0) - (journeys[one] ?? 0) || (one < other ? -1 : 1),
  )
  const alone = names.length > mostPlayers ? names.slice(0, mostPlayers - 1) : names
  const rest = new Set(names.slice(alone.length))
  const players = alone.map((name) => ({ channels: [name], journeys: journeys[name] ?? 0 }))
  if (rest.size === 0) return players
  const pooled = rows.filter(({ path }) => path.some((name) => rest.has(name)))
  return [...players, { channels: [...rest], journeys: pooled.reduce((sum, row) => sum + journeysOf(row), 0) }]
}

function journeysWith(rows: readonly PathRow[]): ByChannel {
  const journeys = new Map<string, number>()
  for (const row of rows.filter((each) => journeysOf(each) > 0)) {
    for (const name of new Set(row.path)) journeys.set(name, (journeys.get(name) ?? 0) + journeysOf(row))
  }
  return Object.fromEntries(journeys)
}

function journeysOf(row: PathRow): number {
  return row.conversions + row.null
}

/** Journeys by exact set of players; the bits of a key are the players in it. */
function countSets(rows: readonly PathRow[], players: readonly Player[]): Map<number, Counted> {
  const bits = new Map(players.flatMap(({ channels }, at) => channels.map((name) => [name, 1 << at] as const)))
  const sets = new Map<number, Counted>()
  for (const row of rows.filter((each) => journeysOf(each) > 0)) {
    const key = row.path.reduce((set, name) => set | (bits.get(name) ?? 0), 0)
    const { journeys, conversions } = sets.get(key) ?? { journeys: 0, conversions: 0 }
    sets.set(key, { journeys: journeys + journeysOf(row), conversions: conversions + row.conversions })
  }
  return sets
}

function worthOf(counts: ReadonlyMap<number, Counted>, players: number): Float64Array {
  const worth = new Float64Array(1 << players)
  for (const [set, { journeys, conversions }] of counts) worth[set] = conversions / journeys
  return worth
}

function valuesOf(worth: Float64Array, players: number): Float64Array {
  const weights = weightsOf(players)
  const values = new Float64Array(players)
  for (let set = 0; set < worth.length; set += 1) {
    const weight = weights[membersOf(set)] ?? 0
    for (let player = 0; player < players; player += 1) {
      const joined = set | (1 << player)
      if (joined === set) continue
      values[player] = (values[player] ?? 0) + weight * ((worth[joined] ?? 0) - (worth[set] ?? 0))
    }
  }
  return values
}

/** |S|!(n−|S|−1)!/n! by size of S. */
function weightsOf(players: number): number[] {
  const weights = [1 / players]
  for (let size = 1; size < players; size += 1) weights.push(((weights[size - 1] ?? 0) * size) / (players - size))
  return weights
}

function membersOf(set: number): number {
  let members = 0
  for (let left = set; left > 0; left &= left - 1) members += 1
  return members
}

/** The closed form in the same result shape: conversions of each set, divided equally among its channels. */
export function shapleyOfSets(rows: readonly PathRow[]): RatePlayer[] {
  const journeys = journeysWith(rows)
  const { conversions } = shapley(rows)
  const { names } = numberChannels(rows)
  return byValue(
    names.map((name) => ({ channels: [name], journeys: journeys[name] ?? 0, value: conversions[name] ?? 0 })),
  )
}

function byValue(players: readonly RatePlayer[]): RatePlayer[] {
  return players.toSorted((one, other) => other.value - one.value || other.journeys - one.journeys)
}
