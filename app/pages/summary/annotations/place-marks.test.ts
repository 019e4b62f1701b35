import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { placeMarks } from './place-marks.ts'

const noteOn = (day: string) => ({
  id: day,
  day: parseDay(day),
  text: 'Sale',
  isShared: false,
  author: null,
  mayRemove: true,
})

function placesOf(buckets: readonly string[], ...days: string[]): number[] {
  const dayOf = (instant: string) => instant.slice(0, 10)
  return placeMarks(days.map(noteOn), { buckets, dayOf, language: 'en' }).map(({ index }) => index)
}

test('a note stands on its day, week or month', () => {
  assert.deepEqual(placesOf(['2026-11-01', '2026-11-02', '2026-11-03'], '2026-11-02', '2026-11-03'), [1, 2])
  assert.deepEqual(placesOf(['2026-10-26', '2026-11-02', '2026-11-09'], '2026-11-08', '2026-11-09'), [1, 2])
  assert.deepEqual(placesOf(['2026-10-01', '2026-11-01'], '2026-10-31', '2026-11-30'), [0, 1])
})

test('a note of a day that is drawn by the hour stands where the day begins', () => {
  const hours = ['2026-11-20T22:00:00Z', '2026-11-20T23:00:00Z', '2026-11-21T00:00:00Z', '2026-11-21T01:00:00Z']
  assert.deepEqual(placesOf(hours, '2026-11-21'), [2])
})
