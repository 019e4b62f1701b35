import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { type Look, looksToFire, mayTell, quietStanding, step } from './step.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const start = Date.parse('2026-11-22T10:00:00Z')

/** The events of looks, each so many minutes after the one before. */
function run(looks: readonly (readonly [minutes: number, Look['verdict'], isNoted?: boolean])[]) {
  let at = start
  let standing = quietStanding
  return looks.map(([minutes, verdict, isNoted = false]) => {
    at += minutes * minuteMs
    const next = step(standing, { verdict, at: new Date(at), isNoted, looks: 2 })
    standing = next.standing
    return next.event ?? standing.state
  })
}

suite('states', () => {
  test('fires after two looks, is resolved within 90 % of the bound', () => {
    const looks = run([
      [0, 'within'],
      [15, 'beyond'],
      [15, 'beyond'],
      [15, 'between'],
      [15, 'unknown'],
      [15, 'within'],
    ])
    assert.deepEqual(looks, ['ok', 'ok', 'fired', 'firing', 'firing', 'resolved'])
  })

  test('a look that finds it right in between begins anew; one that finds nothing does not', () => {
    assert.deepEqual(
      run([
        [0, 'beyond'],
        [15, 'between'],
        [15, 'beyond'],
        [15, 'unknown'],
        [15, 'beyond'],
      ]),
      ['ok', 'ok', 'ok', 'ok', 'fired'],
    )
  })

  test('a repeated job is one look', () => {
    assert.deepEqual(
      run([
        [0, 'beyond'],
        [1, 'beyond'],
        [4, 'beyond'],
      ]),
      ['ok', 'ok', 'fired'],
    )
  })

  test('again after 24 hours at the earliest, then at once if it still holds', () => {
    const again = Array.from({ length: 95 }, () => [15, 'beyond'] as const)
    const states = run([[0, 'beyond'], [15, 'beyond'], [15, 'within'], ...again])
    assert.equal(states[1], 'fired')
    assert.deepEqual(
      states.flatMap((each, index) => (each === 'fired' ? [index] : [])),
      [1, 97],
    )
  })

  test('is muted on noted days, but may be resolved on one', () => {
    assert.deepEqual(
      run([
        [0, 'beyond', true],
        [15, 'beyond', true],
        [15, 'beyond', true],
      ]),
      ['ok', 'ok', 'ok'],
    )
    assert.deepEqual(
      run([
        [0, 'beyond'],
        [15, 'beyond'],
        [15, 'within', true],
      ]),
      ['ok', 'fired', 'resolved'],
    )
  })

  test('whatever is found: fired and resolved take turns, a day apart, after two looks beyond', () => {
    const verdict = fc.constantFrom<Look['verdict']>('beyond', 'beyond', 'beyond', 'within', 'between', 'unknown')
    const look = fc.tuple(fc.integer({ min: 1, max: 600 }), verdict, fc.boolean())
    fc.assert(
      fc.property(fc.array(look, { maxLength: 120 }), (looks) => {
        let at = start
        let standing = quietStanding
        let last: string | undefined
        let firedAt = Number.NEGATIVE_INFINITY
        let beyond = 0
        for (const [minutes, found, isNoted] of looks) {
          at += minutes * minuteMs
          if (found === 'beyond' && !isNoted) beyond += 1
          else if (found !== 'unknown') beyond = 0
          const next = step(standing, { verdict: found, at: new Date(at), isNoted, looks: 2 })
          standing = next.standing
          if (next.event === null) continue
          assert.notEqual(next.event, last)
          assert.equal(last === undefined && next.event === 'resolved', false)
          last = next.event
          if (next.event === 'resolved') continue
          assert.ok(at - firedAt >= dayMs)
          assert.ok(beyond >= 2)
          firedAt = at
        }
      }),
    )
  })
})

test('two looks fire, five at a day that goes on and is compared with what is usual', () => {
  const bound = { value: '1' }
  const threshold = { kind: 'threshold', window: 'day', op: 'above', bound, minOrders: 0 } as const
  assert.deepEqual(
    [
      looksToFire({ kind: 'anomaly', window: 'day' }, 'hour'),
      looksToFire({ kind: 'anomaly', window: 'day' }, 'day'),
      looksToFire({ kind: 'anomaly', window: 'hour' }, 'hour'),
      looksToFire(threshold, 'hour'),
      looksToFire({ kind: 'health', severity: 'error' }, 'day'),
    ],
    [5, 2, 2, 2, 2],
  )
  let standing = quietStanding
  const events = Array.from({ length: 6 }, (_, hour) => {
    const at = new Date(start + hour * 60 * minuteMs)
    const next = step(standing, { verdict: 'beyond', at, isNoted: false, looks: 5 })
    standing = next.standing
    return next.event
  })
  assert.deepEqual(events, [null, null, null, null, 'fired', null])
})

test('what fires within ten minutes of a message waits for the next', () => {
  const at = (minutes: number) => new Date(start + minutes * minuteMs)
  assert.deepEqual([mayTell(null, at(0)), mayTell(at(0), at(9)), mayTell(at(0), at(10))], [true, false, true])
})
