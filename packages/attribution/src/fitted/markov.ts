import { type ByChannel, numberChannels, type PathRow, toRecord } from './paths.ts'

/**
 * Up to this many states the system is solved directly; beyond it, iterating is faster because states have few transitions.
 */
const denseStates = 400
const mostRounds = 1_000_000

/** Removal effects and what follows from them. The shares of all channels add up to one. */
export interface MarkovResult {
  /** The probability that a started journey converts. */
  readonly conversion_probability: number
  /** The fraction of orders that would be lost without the channel. */
  readonly removal_effect: ByChannel
  /** All orders, divided in proportion to removal effects. */
  readonly attributed_conversions: ByChannel
  /** Expected value of a started journey, in minor units. */
  readonly value_per_journey: number
  readonly removal_effect_value: ByChannel
  readonly attributed_value_minor: ByChannel
}

/** Options of the Markov model. */
export interface MarkovOptions {
  /** How many touches a state remembers; 1 by default. */
  readonly order?: number
  /** Whether journeys without an order count; true by default. */
  readonly nulls?: boolean
}

/**
 * Removal effects of all channels, computed by solving the chain of journeys rather than by simulation: a journey that would
 * reach the removed channel is lost (Anderl et al.). Computed for orders and for their value, which differ where order values
 * differ by path.
 */
export function markov(rows: readonly PathRow[], { order = 1, nulls = true }: MarkovOptions = {}): MarkovResult {
  const { names, at } = numberChannels(rows)
  const chain = buildChain(rows, { order, nulls, numberOf: at, channels: names.length })
  const orders = removals(chain, ({ conversions }) => conversions)
  const values = removals(chain, ({ value }) => value)
  return {
    conversion_probability: orders.base,
    removal_effect: toRecord(names, orders.effect),
    attributed_conversions: toRecord(names, (channel) => orders.share(channel) * chain.conversions),
    value_per_journey: values.base,
    removal_effect_value: toRecord(names, values.effect),
    attributed_value_minor: toRecord(names, (channel) => values.share(channel) * chain.value),
  }
}

function removals(chain: Chain, yieldOf: (state: State) => number) {
  const base = solve(chain, yieldOf)[0] ?? 0
  const effects = Array.from({ length: chain.channels }, (_, channel) =>
    base === 0 ? 0 : 1 - (solve(chain, yieldOf, channel)[0] ?? 0) / base,
  )
  const sum = effects.reduce((total, effect) => total + effect, 0)
  const effect = (channel: number): number => effects[channel] ?? 0
  return { base, effect, share: (channel: number) => (sum === 0 ? 0 : effect(channel) / sum) }
}

/** Expected orders (or order value) of a journey from each state on. State 0 is the start. */
type Expected = Float64Array

/**
 * Solves b = Q·b + r, where r is a state's own yield per journey that leaves it. States of channel `without` yield nothing: a
 * journey that would reach them is lost.
 */
function solve(chain: Chain, yieldOf: (state: State) => number, without = -1): Expected {
  const isGone = chain.states.map(({ channels }) => channels.includes(without))
  const own = chain.states.map((state, at) => (isGone[at] || state.leaving === 0 ? 0 : yieldOf(state) / state.leaving))
  return chain.states.length <= denseStates ? solveDense(chain, own, isGone) : solveSparse(chain, own, isGone)
}

/** Gaussian elimination with pivoting. */
function solveDense({ states }: Chain, own: readonly number[], isGone: readonly boolean[]): Expected {
  const size = states.length
  const rows = states.map((state, at) => {
    const row = new Float64Array(size + 1)
    row[at] = 1
    row[size] = own[at] ?? 0
    if (!isGone[at]) for (const [to, count] of state.next) row[to] = (row[to] ?? 0) - count / state.leaving
    return row
  })
  for (let column = 0; column < size; column += 1) {
    moveLargestUp(rows, column)
    const top = rows[column]
    if (!top) continue
    for (let below = column + 1; below < size; below += 1) eliminate(rows[below], top, column)
  }
  const found = new Float64Array(size)
  for (let at = size - 1; at >= 0; at -= 1) {
    const row = rows[at]
    if (!row) continue
    let rest = row[size] ?? 0
    for (let to = at + 1; to < size; to += 1) rest -= (row[to] ?? 0) * (found[to] ?? 0)
    found[at] = rest / (row[at] ?? 1)
  }
  return found
}

function moveLargestUp(rows: Float64Array[], column: number): void {
  let best = column
  const size = (at: number) => Math.abs(rows[at]?.[column] ?? 0)
  for (let at = column + 1; at < rows.length; at += 1) if (size(at) > size(best)) best = at
  const [one, other] = [rows[column], rows[best]]
  if (!one || !other) return
  rows[column] = other
  rows[best] = one
}

function eliminate(row: Float64Array | undefined, top: Float64Array, column: number): void {
  const factor = (row?.[column] ?? 0) / (top[column] ?? 1)
  if (!row || factor === 0) return
  for (let at = column; at < row.length; at += 1) row[at] = (row[at] ?? 0) - factor * (top[at] ?? 0)
}

/** Iterates over all states until the values stop changing. Every journey ends, so it converges. */
function solveSparse({ states }: Chain, own: readonly number[], isGone: readonly boolean[]): Expected {
  const found = Float64Array.from(own)
  for (let round = 0; round < mostRounds; round += 1) {
    let moved = 0
    for (let at = states.length - 1; at >= 0; at -= 1) {
      const state = states[at]
      if (!state || isGone[at]) continue
      let sum = own[at] ?? 0
      for (const [to, count] of state.next) sum += (count / state.leaving) * (found[to] ?? 0)
      const before = found[at] ?? 0
      moved = Math.max(moved, Math.abs(sum - before) / Math.max(Math.abs(sum), Number.MIN_VALUE))
      found[at] = sum
    }
    if (moved < 1e-15) break
  }
  return found
}

/** A state with counts of what follows it. */
interface State {
  /** The state's channels, by number; empty for the start. */
  readonly channels: readonly number[]
  /** Transitions that leave the state, one per journey passing through it. */
  leaving: number
  /** Journeys that ended here with an order, and the value of those orders. */
  conversions: number
  value: number
  /** Transitions to other states, by state number. */
  readonly next: Map<number, number>
}

/** Journeys as a chain of states; a state is the last `order` channels of a journey. State 0 is the start. */
interface Chain {
  readonly states: readonly State[]
  readonly channels: number
  readonly conversions: number
  readonly value: number
}

/** How journeys are turned into a chain. */
interface ChainOptions {
  /** How many touches a state remembers, 1 or more. */
  readonly order: number
  /** Whether journeys without an order count; if not, every journey converts. */
  readonly nulls: boolean
  /** The channel's number, from 0. */
  readonly numberOf: (name: string) => number
  readonly channels: number
}

/** Counts the transitions of all journeys. Empty paths and paths without journeys are skipped. */
function buildChain(rows: readonly PathRow[], { order, nulls, numberOf, channels }: ChainOptions): Chain {
  const states: State[] = [stateOf([])]
  const enter = stateFinder(states, { order, channels })
  let [conversions, value] = [0, 0]
  for (const row of rows) {
    const journeys = row.conversions + (nulls ? row.null : 0)
    if (journeys === 0 || row.path.length === 0) continue
    let from = 0
    for (const name of row.path) {
      const to = enter(from, numberOf(name))
      step(states[from], to, journeys)
      from = to
    }
    const last = states[from]
    if (last) {
      last.leaving += journeys
      last.conversions += row.conversions
      last.value += row.value_minor
    }
    conversions += row.conversions
    value += row.value_minor
  }
  return { states, channels, conversions, value }
}

/** Returns a function that finds the state following a state by a channel, creating it on first use. */
function stateFinder(states: State[], { order, channels }: Pick<ChainOptions, 'order' | 'channels'>) {
  const known = new Map<string, number>()
  // Indexed by state and channel number: millions of transitions need no string keys.
  const following: (number | undefined)[] = []
  const find = (tuple: readonly number[]): number => {
    const key = tuple.join(' ')
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, states.length)
    return states.push(stateOf(tuple)) - 1
  }
  return (from: number, channel: number): number => {
    const at = from * channels + channel
    const seen = following[at]
    if (seen !== undefined) return seen
    const before = states[from]?.channels ?? []
    const to = find([...before, channel].slice(-order))
    following[at] = to
    return to
  }
}

function stateOf(channels: readonly number[]): State {
  return { channels, leaving: 0, conversions: 0, value: 0, next: new Map() }
}

function step(state: State | undefined, to: number, journeys: number): void {
  if (!state) return
  state.leaving += journeys
  state.next.set(to, (state.next.get(to) ?? 0) + journeys)
}
