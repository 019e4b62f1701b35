import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { comparedWith, endOfQuiet, lastPeriod, latestTime, nextTime } from './schedule.ts'

const berlin = 'Europe/Berlin'
const at = (text: string) => new Date(text)

test('a time of day is that of the zone, on both sides of a change of clocks', () => {
  const time = { at: '07:30', zone: berlin }
  assert.deepEqual(latestTime(at('2026-03-28T06:30:00Z'), time), at('2026-03-28T06:30:00Z'))
  assert.deepEqual(latestTime(at('2026-03-28T06:29:59Z'), time), at('2026-03-27T06:30:00Z'))
  assert.deepEqual(nextTime(at('2026-03-28T06:30:00Z'), time), at('2026-03-29T05:30:00Z'))
  assert.deepEqual(nextTime(at('2026-10-24T06:00:00Z'), time), at('2026-10-25T06:30:00Z'))
})

test('a time that clocks skip is the moment after it, one that comes twice is the first', () => {
  const skipped = { at: '02:30', zone: berlin }
  assert.deepEqual(nextTime(at('2026-03-28T12:00:00Z'), skipped), at('2026-03-29T01:00:00Z'))
  assert.deepEqual(latestTime(at('2026-03-29T12:00:00Z'), skipped), at('2026-03-29T01:00:00Z'))
  const twice = { at: '02:30', zone: berlin }
  assert.deepEqual(nextTime(at('2026-10-24T12:00:00Z'), twice), at('2026-10-25T00:30:00Z'))
  assert.deepEqual(nextTime(at('2026-10-25T00:30:00Z'), twice), at('2026-10-26T01:30:00Z'), 'not again an hour later')
})

test('every day of a year has each time once, in zones with odd changes too', () => {
  for (const zone of [
    berlin,
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Asia/Kathmandu',
    'America/Santiago',
  ]) {
    for (const time of ['00:00', '00:30', '02:00', '02:15', '03:00', '07:30', '23:59']) {
      let now = at('2026-01-01T12:00:00Z')
      const found = new Set<string>()
      for (let day = 0; day < 365; day += 1) {
        const next = nextTime(now, { at: time, zone })
        assert.ok(next > now)
        assert.deepEqual(latestTime(next, { at: time, zone }), next, `${zone} ${time} ${next.toISOString()}`)
        found.add(next.toISOString().slice(0, 13))
        now = next
      }
      assert.equal(found.size, 365, `${zone} ${time}`)
      assert.ok(Math.abs(now.getTime() - at('2027-01-01T12:00:00Z').getTime()) <= 25 * 3_600_000, `${zone} ${time}`)
    }
  }
})

test('quiet hours end when they say, over midnight too', () => {
  const night = { from: '22:00', until: '07:00' }
  assert.deepEqual(endOfQuiet(at('2026-06-01T21:00:00Z'), night, berlin), at('2026-06-02T05:00:00Z'))
  assert.deepEqual(endOfQuiet(at('2026-06-02T04:59:00Z'), night, berlin), at('2026-06-02T05:00:00Z'))
  assert.equal(endOfQuiet(at('2026-06-02T05:00:00Z'), night, berlin), undefined)
  assert.equal(endOfQuiet(at('2026-06-02T12:00:00Z'), night, berlin), undefined)
  const noon = { from: '12:00', until: '13:30' }
  assert.deepEqual(endOfQuiet(at('2026-06-02T10:00:00Z'), noon, berlin), at('2026-06-02T11:30:00Z'))
  assert.equal(endOfQuiet(at('2026-06-02T10:00:00Z'), null, berlin), undefined)
})

test('a period is the last that is over, and is compared with the one before', () => {
  const monday = parseDay('2026-11-23')
  const cases = [
    ['day', monday, 1, '2026-11-22', '2026-11-22', '2026-11-15', '2026-11-15'],
    ['week', monday, 1, '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['week', parseDay('2026-11-22'), 1, '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
    ['week', parseDay('2026-11-22'), 7, '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
    ['month', parseDay('2026-03-01'), 1, '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['month', parseDay('2026-01-31'), 1, '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30'],
  ] as const
  for (const [every, today, weekStartsOn, from, to, fromBefore, toBefore] of cases) {
    const period = lastPeriod(every, today, weekStartsOn)
    assert.deepEqual({ ...period }, { from, to }, `${every} ${today}`)
    assert.deepEqual({ ...comparedWith(every, period) }, { from: fromBefore, to: toBefore }, `${every} ${today}`)
  }
})
