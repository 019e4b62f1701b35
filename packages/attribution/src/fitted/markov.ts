import { type ByChannel, numberChannels, type PathRow, toRecord } from './paths.ts'

/** Up to here the system is solved directly; beyond, its few steps per state make going round quicker. */
const denseStates = 400
const mostRounds = 1_000_000

/** What breaks without a channel. Shares of all channels together are one. */
export interface MarkovResult {
  /** Of a journey that has begun. */
  readonly conversion_probability: number
  /** Which part of the orders would be lost without the channel. */
  readonly removal_effect: ByChannel
  /** All orders, shared out by removal effects. */
  readonly attributed_conversions: ByChannel
  /** Of a journey that has begun, in minor units. */
  readonly value_per_journey: number
  readonly removal_effect_value: ByChannel
  readonly attributed_value_minor: ByChannel
}

/** What the chain takes into account. */
export interface MarkovOptions {
  /** How many touches the chain remembers; 1 unless told. */
  readonly order?: number
  /** Whether journeys without an order count; they do unless told. */
  readonly nulls?: boolean
}

/**
 * Removal effects of all channels by solving the chain of journeys, without any simulation: whoever would come to the
 * channel is lost (Anderl and others). Orders, and their value, which differ where baskets differ by path.
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

/** What is expected of a journey from each state on: orders, or their value. The start is state 0. */
type Expected = Float64Array

/**
 * Solves b = Q·b + r, where r is what a state yields by itself per journey that leaves it. States of `without` yield
 * nothing: whoever would come there is lost.
 */
function solve(chain: Chain, yieldOf: (state: State) => number, without = -1): Expected {
  const isGone = chain.states.map(({ channels }) => channels.includes(without))
  const own = chain.states.map((state, at) => (isGone[at] || state.leaving === 0 ? 0 : yieldOf(state) / state.leaving))
  return chain.states.length <= denseStates ? solveDense(chain, own, isGone) : solveSparse(chain, own, isGone)
}

/** Elimination with pivots. */
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

/** Going round all states until nothing moves any more. Every journey ends, so this does too. */
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

/** What comes after one state, counted. */
interface State {
  /** Channels of the state, by number; none for the start. */
  readonly channels: readonly number[]
  /** Journeys that came through, and as many steps that leave. */
  leaving: number
  /** Journeys that ended here with an order, and what those orders came to. */
  conversions: number
  value: number
  /** Steps to other states, by number. */
  readonly next: Map<number, number>
}

/** Journeys as a chain of states, each the last `order` channels that somebody went through. The start is state 0. */
interface Chain {
  readonly states: readonly State[]
  readonly channels: number
  readonly conversions: number
  readonly value: number
}

/** How journeys become a chain. */
interface ChainOptions {
  /** How many touches a state remembers, 1 or more. */
  readonly order: number
  /** Whether journeys without an order count; without them everything converts. */
  readonly nulls: boolean
  /** Of a channel, from 0. */
  readonly numberOf: (name: string) => number
  readonly channels: number
}

/** Counts the steps of all journeys. Empty paths and paths that nobody went stay outside. */
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

/** Finds the state that follows a state by a channel; made when somebody goes there first. */
function stateFinder(states: State[], { order, channels }: Pick<ChainOptions, 'order' | 'channels'>) {
  const known = new Map<string, number>()
  // By state and channel, so that millions of steps need no text.
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
