import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { type GoalInput, goalSpan, paceOf } from './goal-pace.server.ts'

const november: GoalInput = {
  actual: '15000.00',
  target: '30000',
  span: { from: parseDay('2026-11-01'), to: parseDay('2026-11-30') },
  now: '2026-11-11T00:00:00Z',
  zone: 'UTC',
  better: 'higher',
  additive: true,
}

function span(per: Parameters<typeof goalSpan>[0], today: string, weekStartsOn = 1): string {
  const { from, to } = goalSpan(per, { today: parseDay(today), weekStartsOn })
  return `${from}/${to}`
}

test('the span of a goal is the whole week, month, quarter or year around today', () => {
  assert.equal(span('week', '2026-11-21'), '2026-11-16/2026-11-22')
  assert.equal(span('week', '2026-11-21', 7), '2026-11-15/2026-11-21')
  assert.equal(span('month', '2026-02-28'), '2026-02-01/2026-02-28')
  assert.equal(span('quarter', '2026-11-21'), '2026-10-01/2026-12-31')
  assert.equal(span('year', '2028-02-29'), '2028-01-01/2028-12-31')
})

test('a third of the month asks for a third of the goal, and the pace is carried on to its end', () => {
  assert.deepEqual(paceOf(november), {
    standing: 'ahead',
    reached: '0.500',
    expected: '10000.000000',
    projected: '45000.000000',
    elapsed: 0.3333,
  })
})

test('less than the time gone by asks for is behind', () => {
  assert.equal(paceOf({ ...november, actual: '9999.99' }).standing, 'behind')
  assert.equal(paceOf({ ...november, actual: '10000' }).standing, 'ahead')
})

test('a goal is met at the cent, and never shown as whole before', () => {
  const short = paceOf({ ...november, actual: '29999.99' })
  assert.deepEqual([short.standing, short.reached], ['ahead', '0.999'])
  const exact = paceOf({ ...november, actual: '30000.00' })
  assert.deepEqual([exact.standing, exact.reached], ['met', '1.000'])
})

test('where a rise is bad the goal is a limit', () => {
  const limit = { ...november, better: 'lower' } as const
  assert.equal(paceOf({ ...limit, actual: '9000' }).standing, 'ahead')
  assert.equal(paceOf({ ...limit, actual: '10001' }).standing, 'behind')
  assert.equal(paceOf({ ...limit, actual: '30000.01' }).standing, 'over')
})

test('a ratio is held against the goal itself: nothing of it adds up over the month', () => {
  const ratio = paceOf({ ...november, actual: '54.0021234567', target: '54', additive: false })
  assert.deepEqual([ratio.standing, ratio.expected, ratio.projected], ['met', null, null])
})

test('on the first day there is no projection, and without a value no standing', () => {
  assert.equal(paceOf({ ...november, now: '2026-11-01T23:59:00Z' }).projected, null)
  assert.equal(paceOf({ ...november, actual: null }).standing, 'unknown')
})

test('large and small amounts stay exact', () => {
  const pace = paceOf({ ...november, actual: '900719925474099312.37', target: '900719925474099312.38' })
  assert.equal(pace.standing, 'ahead')
  assert.equal(pace.projected, '2702159776422297937.110000')
})

test('a day of 25 hours is a longer day', () => {
  const october = { from: parseDay('2026-10-25'), to: parseDay('2026-10-26') }
  const pace = paceOf({ ...november, span: october, zone: 'Europe/Berlin', now: '2026-10-25T23:00:00Z', target: '49' })
  assert.equal(pace.expected, '25.000000')
})

test('negative sales are far behind', () => {
  const pace = paceOf({ ...november, actual: '-300.00' })
  assert.deepEqual([pace.standing, pace.reached, pace.projected], ['behind', '-0.010', '-900.000000'])
})
