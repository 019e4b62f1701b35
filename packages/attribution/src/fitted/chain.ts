import type { PathRow } from './paths.ts'

/** What comes after one state, counted. */
export interface State {
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
export interface Chain {
  readonly states: readonly State[]
  readonly channels: number
  readonly conversions: number
  readonly value: number
}

/** How journeys become a chain. */
export interface ChainOptions {
  /** How many touches a state remembers, 1 or more. */
  readonly order: number
  /** Whether journeys without an order count; without them everything converts. */
  readonly nulls: boolean
  /** Of a channel, from 0. */
  readonly numberOf: (name: string) => number
  readonly channels: number
}

/** Counts the steps of all journeys. Empty paths and paths that nobody went stay outside. */
export function buildChain(rows: readonly PathRow[], { order, nulls, numberOf, channels }: ChainOptions): Chain {
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
