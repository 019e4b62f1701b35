import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markov } from './markov.ts'
import type { PathRow } from './paths.ts'
import { shapley, shapleyOrdered } from './shapley.ts'

type Counts = readonly [conversions: number, value: number, lost: number]
const row = (path: string, [conversions, value_minor, lost]: Counts): PathRow => ({
  path: path.split(' > '),
  conversions,
  value_minor,
  null: lost,
})
const rows = [
  row('S > E', [3, 24_000, 2]),
  row('D > S', [2, 30_000, 3]),
  row('S', [1, 5000, 6]),
  row('D > S > S > E', [2, 26_000, 1]),
  row('E', [2, 10_000, 3]),
]

function near(found: unknown, expected: unknown): void {
  const round = (value: unknown): unknown =>
    typeof value === 'number'
      ? Number(value.toPrecision(12))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, round(part)]))
        : value
  assert.deepEqual(round(found), round(expected))
}

describe('Markov', () => {
  it('finds what every channel’s end would cost', () => {
    const found = markov(rows)
    near(found.conversion_probability, 2 / 5)
    near(found.removal_effect, { S: 19 / 26, E: 7 / 10, D: 19 / 65 })
    near(found.attributed_conversions, { S: 950 / 224, E: 130 / 32, D: 190 / 112 })
    near(found.value_per_journey, 3800)
    near(found.removal_effect_value, { S: 187 / 247, E: 12 / 19, D: 374 / 1235 })
    const cents = Object.values(found.attributed_value_minor).map((value) => value.toFixed(2))
    assert.deepEqual(cents, ['42520.34', '35471.52', '17008.14'])
  })

  it('remembers two touches where that is asked for', () => {
    const found = markov(rows, { order: 2 })
    near(found.conversion_probability, 2 / 5)
    near(found.removal_effect, { S: 4 / 5, E: 7 / 10, D: 31 / 80 })
    const parts = Object.values(found.attributed_conversions).map((value) => value.toFixed(6))
    assert.deepEqual(parts, ['4.238411', '3.708609', '2.052980'])
  })

  it('without lost journeys everything converts', () => {
    const found = markov(rows, { nulls: false })
    near(found.conversion_probability, 1)
    const parts = Object.values(found.attributed_conversions).map((value) => value.toFixed(6))
    assert.deepEqual(parts, ['4.210526', '3.684211', '2.105263'])
  })

  it('does not mind a channel that comes twice in a row', () => {
    const collapsed = rows.map((each) => (each.path.length === 4 ? { ...each, path: ['D', 'S', 'E'] } : each))
    near(markov(collapsed), markov(rows))
  })

  it('gives nothing to what cannot lead to an order, nor to anybody where there is none', () => {
    const found = markov([...rows, row('X', [0, 0, 5]), row('', [0, 0, 0])])
    assert.equal(found.removal_effect.X, 0)
    assert.equal(found.attributed_conversions.X, 0)
    assert.deepEqual(markov([row('X', [0, 0, 5])]).attributed_conversions, { X: 0 })
    assert.deepEqual(markov([]).removal_effect, {})
  })
})

describe('Shapley', () => {
  it('divides every order among the distinct channels of its journey', () => {
    const found = shapley(rows)
    near(found.conversions, { S: 25 / 6, E: 25 / 6, D: 5 / 3 })
    near(found.value_minor, { S: 122_000 / 3, E: 92_000 / 3, D: 71_000 / 3 })
  })

  it('tells by place who opens and who closes', () => {
    const { conversions } = shapleyOrdered(rows)
    near(conversions.D, { 1: 5 / 3 })
    near(conversions.S, { 1: 5 / 2, 2: 4 / 3, 3: 1 / 3 })
    near(conversions.E, { 1: 2, 2: 3 / 2, 4: 2 / 3 })
  })
})
