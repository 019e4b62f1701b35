import type { Chain, State } from './chain.ts'

/** What is expected of a journey from each state on: orders, or their value. The start is state 0. */
export type Expected = Float64Array

/** Up to here the system is solved directly; beyond, its few steps per state make going round quicker. */
const denseStates = 400
const mostRounds = 1_000_000

/**
 * Solves b = Q·b + r, where r is what a state yields by itself per journey that leaves it. States of `without` yield
 * nothing: whoever would come there is lost.
 */
export function solve(chain: Chain, yieldOf: (state: State) => number, without = -1): Expected {
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
