import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Day, dayOf, parseDay } from '@tillsight/core/days'
import fc from 'fast-check'
import { bucketDays, bucketHours, dayNumberAt, fromDayNumber, spanOf, toDayNumber } from './calendar.ts'

function range(from: string, to = from): { from: Day; to: Day } {
  return { from: parseDay(from), to: parseDay(to) }
}

function hours(zone: string, day: string): string[] {
  return bucketHours(spanOf(range(day), zone)).map((second) => new Date(second * 1000).toISOString().slice(5, 16))
}

function starts(days: { from: Day; to: Day }, interval: 'day' | 'week' | 'month', weekStartsOn = 1): string[] {
  return bucketDays(days, interval, weekStartsOn).map(fromDayNumber)
}

test('a day number and its day are the same thing', () => {
  assert.equal(toDayNumber(parseDay('1970-01-02')), 1)
  fc.assert(fc.property(fc.integer({ min: 0, max: 60_000 }), (number) => toDayNumber(fromDayNumber(number)) === number))
})

test('a span begins and ends with the shop days and knows when the clock was set', () => {
  const span = spanOf(range('2026-03-28', '2026-03-29'), 'Europe/Berlin')
  assert.equal(span.from, Date.parse('2026-03-27T23:00:00Z') / 1000)
  assert.equal(span.until, Date.parse('2026-03-29T22:00:00Z') / 1000)
  assert.deepEqual(
    span.offsets.map(({ seconds }) => seconds),
    [3600, 7200],
  )
})

test('weeks begin on the day the shop chose, and the first one where the range does', () => {
  const march = range('2026-03-04', '2026-03-17')
  assert.deepEqual(starts(march, 'week'), ['2026-03-04', '2026-03-09', '2026-03-16'])
  assert.deepEqual(starts(march, 'week', 7), ['2026-03-04', '2026-03-08', '2026-03-15'])
  assert.deepEqual(starts(range('2026-03-09', '2026-03-15'), 'week'), ['2026-03-09'])
})

test('months are calendar months', () => {
  assert.deepEqual(starts(range('2025-12-15', '2026-03-01'), 'month'), [
    '2025-12-15',
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
  ])
})

test('every day of a range is a bucket of its own', () => {
  assert.deepEqual(starts(range('2026-02-27', '2026-03-01'), 'day'), ['2026-02-27', '2026-02-28', '2026-03-01'])
})

test('the repeated hour of autumn makes two bars and the skipped one of spring none', () => {
  assert.equal(hours('Europe/Berlin', '2026-10-25').length, 25)
  assert.equal(hours('Europe/Berlin', '2026-03-29').length, 23)
  assert.equal(hours('Europe/Berlin', '2026-03-30').length, 24)
})

test('hours follow the clock of zones that are half an hour off', () => {
  const bars = hours('Asia/Kolkata', '2026-03-10')
  assert.deepEqual([bars.length, bars[0], bars[23]], [24, '03-09T18:30', '03-10T17:30'])
})

test('a clock that is set by half an hour leaves one bar of half an hour', () => {
  const bars = hours('Australia/Lord_Howe', '2026-10-04')
  assert.equal(bars.length, 24)
  assert.deepEqual(bars.slice(0, 5), ['10-03T13:30', '10-03T14:30', '10-03T15:30', '10-03T16:00', '10-03T17:00'])
})

test('every hour lies on a day of its range', () => {
  for (const zone of ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', '+05:45']) {
    const span = spanOf(range('2026-04-01', '2026-04-12'), zone)
    for (const second of bucketHours(span)) {
      assert.equal(fromDayNumber(dayNumberAt(second, span)), dayOf(new Date(second * 1000), zone))
    }
  }
})
