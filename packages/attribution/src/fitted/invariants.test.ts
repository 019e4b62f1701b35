// What must hold for any table of paths.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { markov } from './markov.ts'
import { type ByChannel, numberChannels, type PathRow } from './paths.ts'
import { shapley, shapleyOrdered } from './shapley.ts'

const tables: fc.Arbitrary<PathRow[]> = fc.array(
  fc.record({
    path: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 6 }),
    conversions: fc.integer({ min: 0, max: 20 }),
    value_minor: fc.integer({ min: 0, max: 100_000 }),
    null: fc.integer({ min: 0, max: 20 }),
  }),
  { minLength: 1, maxLength: 12 },
)

function near(found: number, expected: number, what = ''): void {
  assert.ok(Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected)), `${what}: ${found}, not ${expected}`)
}

function sum(figures: ByChannel): number {
  return Object.values(figures).reduce((total, figure) => total + figure, 0)
}

const total = (rows: readonly PathRow[], part: 'conversions' | 'value_minor' | 'null') =>
  rows.reduce((all, row) => all + row[part], 0)

describe('Markov', () => {
  it('converts as often as was observed, whatever it remembers, and shares everything out', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(1, 2, 3), (rows, order) => {
        const found = markov(rows, { order })
        const journeys = total(rows, 'conversions') + total(rows, 'null')
        near(found.conversion_probability, journeys === 0 ? 0 : total(rows, 'conversions') / journeys, 'base')
        near(sum(found.attributed_conversions), total(rows, 'conversions'), 'conversions')
        for (const effect of Object.values(found.removal_effect)) assert.ok(effect > -1e-12 && effect < 1 + 1e-12)
      }),
    )
  })

  it('is the chance that an order’s journey passed through the channel', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const { names, at } = numberChannels(rows)
        const { removal_effect } = markov(rows)
        const expected = passedThrough(rows, names, at)
        for (const [nth, name] of names.entries()) near(removal_effect[name] ?? 0, expected[nth] ?? 0, name)
      }),
    )
  })

  it('at order 1 does not mind repeats', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const collapsed = rows.map((row) => ({
          ...row,
          path: row.path.filter((name, at) => name !== row.path[at - 1]),
        }))
        const [one, other] = [markov(rows).removal_effect, markov(collapsed).removal_effect]
        for (const [name, effect] of Object.entries(one)) near(other[name] ?? 0, effect, name)
      }),
    )
  })
})

describe('Shapley', () => {
  it('in closed form is what the coalitions say', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const { names } = numberChannels(rows)
        const found = shapley(rows).conversions
        for (const name of names) near(found[name] ?? 0, byCoalitions(rows, names, name), name)
        near(sum(found), total(rows, 'conversions'), 'all')
      }),
    )
  })

  it('told apart by place comes to the same', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const found = shapley(rows)
        const { conversions, value_minor } = shapleyOrdered(rows)
        for (const [name, places] of Object.entries(conversions)) near(sum(places), found.conversions[name] ?? 0, name)
        for (const [name, places] of Object.entries(value_minor)) near(sum(places), found.value_minor[name] ?? 0, name)
      }),
    )
  })
})

/**
 * The definition: a channel's marginal contribution to every coalition of the other channels, weighted by the number of
 * joining orders.
 */
function byCoalitions(rows: readonly PathRow[], names: readonly string[], name: string): number {
  const others = names.filter((each) => each !== name)
  const worth = (coalition: ReadonlySet<string>) =>
    total(
      rows.filter(({ path }) => path.every((each) => coalition.has(each))),
      'conversions',
    )
  let value = 0
  for (let mask = 0; mask < 2 ** others.length; mask += 1) {
    const coalition = new Set(others.filter((_, at) => (mask >> at) % 2 === 1))
    const ways = (factorial(coalition.size) * factorial(others.length - coalition.size)) / factorial(names.length)
    value += ways * (worth(new Set([...coalition, name])) - worth(coalition))
  }
  return value
}

function factorial(count: number): number {
  return count <= 1 ? 1 : count * factorial(count - 1)
}

/** A second way to compute first-order removal effects: the probability of ever reaching a state, by iterating the chain. */
function passedThrough(rows: readonly PathRow[], names: readonly string[], at: (name: string) => number): number[] {
  const size = names.length + 1
  const steps = Array.from({ length: size }, () => new Float64Array(size))
  const ends = new Float64Array(size)
  const leaving = new Float64Array(size)
  for (const { path, conversions, null: lost } of rows) {
    let from = 0
    for (const name of path) {
      const row = steps[from]
      if (row) row[at(name) + 1] = (row[at(name) + 1] ?? 0) + conversions + lost
      leaving[from] = (leaving[from] ?? 0) + conversions + lost
      from = at(name) + 1
    }
    leaving[from] = (leaving[from] ?? 0) + conversions + lost
    ends[from] = (ends[from] ?? 0) + conversions
  }
  const chance = (start: Float64Array, stop: number) => {
    const found = Float64Array.from(start)
    for (let round = 0; round < 4000; round += 1) {
      for (let state = 0; state < size; state += 1) {
        if (state === stop || leaving[state] === 0) continue
        let reached = (ends[state] ?? 0) / (leaving[state] ?? 1)
        if (stop >= 0) reached = 0
        for (let to = 0; to < size; to += 1) {
          reached += ((steps[state]?.[to] ?? 0) / (leaving[state] ?? 1)) * (found[to] ?? 0)
        }
        found[state] = reached
      }
    }
    return found
  }
  const converts = chance(new Float64Array(size), -1)
  return names.map((_, nth) => {
    const arrives = new Float64Array(size)
    arrives[nth + 1] = 1
    const reach = chance(arrives, nth + 1)[0] ?? 0
    return converts[0] === 0 ? 0 : (reach * (converts[nth + 1] ?? 0)) / (converts[0] ?? 1)
  })
}
