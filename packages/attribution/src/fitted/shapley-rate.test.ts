import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { PathRow } from './paths.ts'
import { type RateShapley, shapleyRate } from './shapley.ts'

/** Journeys of one set of channels: conversions out of the journeys in total. */
const row = (path: string, [conversions, journeys]: readonly [number, number]): PathRow => ({
  path: path === '' ? [] : path.split(' > '),
  conversions,
  value_minor: conversions * 100,
  null: journeys - conversions,
})

function near(found: number, expected: number, what = ''): void {
  assert.ok(Math.abs(found - expected) < 1e-12, `${what}: ${found}, not ${expected}`)
}

function check(found: RateShapley, expected: Readonly<Record<string, number>>): void {
  const values = Object.fromEntries(found.players.map(({ channels, value }) => [channels.join('+'), value]))
  assert.deepEqual(Object.keys(values).sort(), Object.keys(expected).sort())
  for (const [name, value] of Object.entries(expected)) near(values[name] ?? Number.NaN, value, name)
}

describe('Shapley values of the conversion rate', () => {
  it('are half alone and half together for two channels, however a set was ordered or repeated', () => {
    // v(A) = 0.10, v(B) = 0.20, v(AB) = 0.50: A = ½·0.10 + ½·(0.50 − 0.20), B = ½·0.20 + ½·(0.50 − 0.10).
    const found = shapleyRate([
      row('A', [20, 200]),
      row('B', [40, 200]),
      row('A > B', [60, 100]),
      row('B > A > B', [40, 100]),
    ])
    assert.deepEqual([found.form, found.sets, found.thinSets], ['conversion_rate', 3, 0])
    check(found, { A: 0.2, B: 0.3 })
    assert.deepEqual(
      found.players.map(({ channels, journeys }) => [channels[0], journeys]),
      [
        ['B', 400],
        ['A', 400],
      ],
    )
  })

  it('weigh sets of three channels, and one never seen is worth nothing', () => {
    // v: A 0.1, B 0.2, C 0.3, AB 0.4, AC 0.5, BC unseen, ABC 0.6. Weights: ⅓ alone, ⅙ joining one, ⅓ joining two.
    const found = shapleyRate([
      row('A', [20, 200]),
      row('B', [40, 200]),
      row('C', [60, 200]),
      row('A > B', [80, 200]),
      row('A > C', [100, 200]),
      row('A > B > C', [120, 200]),
    ])
    check(found, {
      A: 0.1 / 3 + (0.4 - 0.2) / 6 + (0.5 - 0.3) / 6 + 0.6 / 3,
      B: 0.2 / 3 + (0.4 - 0.1) / 6 + (0 - 0.3) / 6 + (0.6 - 0.5) / 3,
      C: 0.3 / 3 + (0.5 - 0.1) / 6 + (0 - 0.2) / 6 + (0.6 - 0.4) / 3,
    })
  })

  it('are negative where the rate falls with a channel, and start from journeys without any', () => {
    // v(∅) = 0.05, v(A) = 0.30, v(B) = 0, v(AB) = 0.10: A = ½·0.25 + ½·0.10, B = ½·(−0.05) + ½·(−0.20).
    const found = shapleyRate([row('', [10, 200]), row('A', [60, 200]), row('B', [0, 200]), row('A > B', [20, 200])])
    check(found, { A: 0.175, B: -0.125 })
  })

  it('take the rarest of more than twelve channels as one', () => {
    const names = Array.from({ length: 14 }, (_, at) => `c${String(at).padStart(2, '0')}`)
    const found = shapleyRate([
      ...names.slice(0, 11).map((name) => row(name, [30, 300])),
      // Pooled they make a set of 300 journeys; on their own none of the three has enough.
      ...names.slice(11).map((name) => row(name, [20, 100])),
    ])
    assert.equal(found.form, 'conversion_rate')
    assert.equal(found.players.length, 12)
    const pooled = found.players.find(({ channels }) => channels.length > 1)
    assert.deepEqual([pooled?.channels, pooled?.journeys], [['c11', 'c12', 'c13'], 300])
    // Only sets of one channel occur: ¹⁄₁₂ of its own rate alone, and −¹⁄₁₃₂ for each of the eleven others' rates.
    near(pooled?.value ?? Number.NaN, 0.2 / 12 - (11 * 0.1) / 132, 'pooled')
    const alone = found.players.find(({ channels }) => channels[0] === 'c00')
    near(alone?.value ?? Number.NaN, 0.1 / 12 - (10 * 0.1 + 0.2) / 132, 'c00')
  })

  it('give way to the closed form where a set has fewer than 200 journeys', () => {
    const found = shapleyRate([row('A', [20, 200]), row('B', [40, 200]), row('A > B', [60, 199])])
    assert.deepEqual([found.form, found.sets, found.thinSets], ['closed', 3, 1])
    check(found, { A: 50, B: 70 })
    assert.deepEqual(shapleyRate([]), { form: 'conversion_rate', players: [], sets: 0, thinSets: 0 })
  })
})

/** Tables with each set of up to five channels at most once and enough journeys in each. */
const tables: fc.Arbitrary<PathRow[]> = fc
  .uniqueArray(fc.record({ set: fc.integer({ min: 0, max: 31 }), conversions: fc.integer({ min: 0, max: 200 }) }), {
    minLength: 1,
    maxLength: 20,
    selector: ({ set }) => set,
  })
  .map((sets) => sets.map(({ set, conversions }) => row(pathOf(set), [conversions, 200])))

function pathOf(set: number): string {
  return ['a', 'b', 'c', 'd', 'e'].filter((_, at) => (set >> at) % 2 === 1).join(' > ')
}

const valueOf = ({ players }: RateShapley, name: string): number =>
  players.find(({ channels }) => channels.includes(name))?.value ?? Number.NaN

function rateOf(rows: readonly PathRow[], size: number): number {
  const found = rows.find(({ path }) => path.length === size)
  return found ? found.conversions / (found.conversions + found.null) : 0
}

describe('Shapley values of any table of rates', () => {
  it('come together to the rate of all channels less that of none', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const { players } = shapleyRate(rows)
        if (players.length === 0) return
        const whole = players.reduce((sum, { value }) => sum + value, 0)
        near(whole, rateOf(rows, players.length) - rateOf(rows, 0), 'all')
      }),
    )
  })

  it('are the same for channels that do the same, and nothing for one that never changes the rate', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const named = (path: readonly string[]) => path.join(' > ')
        const twinned = ['', 'x', 'y', 'x > y'].flatMap((twins) =>
          rows.map(({ path, conversions }) => {
            const rate = twins.length > 1 ? 200 - conversions : conversions
            return row([named(path), twins].filter((part) => part !== '').join(' > '), [rate, 200])
          }),
        )
        const alike = shapleyRate(twinned)
        near(valueOf(alike, 'x'), valueOf(alike, 'y'), 'twins')
        const idle = shapleyRate([...rows, ...rows.map((each) => ({ ...each, path: [...each.path, 'z'] }))])
        near(valueOf(idle, 'z'), 0, 'idle')
      }),
    )
  })
})
