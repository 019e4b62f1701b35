import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day, type DayRange, parseDay } from '@tillsight/core/days'
import { compareRange, defaultInterval, type Preset, presetRange, presets } from './periods.ts'

function range(from: string, to: string): DayRange {
  return { from: parseDay(from), to: parseDay(to) }
}

// A Wednesday.
const today = parseDay('2026-03-11')
const context = { today, weekStartsOn: 1, since: parseDay('2023-05-04') }

const expected: [Preset, string, string][] = [
  ['today', '2026-03-11', '2026-03-11'],
  ['yesterday', '2026-03-10', '2026-03-10'],
  ['last_7_days', '2026-03-04', '2026-03-10'],
  ['last_28_days', '2026-02-11', '2026-03-10'],
  ['last_30_days', '2026-02-09', '2026-03-10'],
  ['last_90_days', '2025-12-11', '2026-03-10'],
  ['last_12_months', '2025-03-11', '2026-03-10'],
  ['week_to_date', '2026-03-09', '2026-03-11'],
  ['month_to_date', '2026-03-01', '2026-03-11'],
  ['quarter_to_date', '2026-01-01', '2026-03-11'],
  ['year_to_date', '2026-01-01', '2026-03-11'],
  ['last_month', '2026-02-01', '2026-02-28'],
  ['all_time', '2023-05-04', '2026-03-11'],
]

test('presets mean what their labels say', () => {
  assert.deepEqual(
    expected.map(([preset]) => preset),
    Object.keys(presets),
  )
  for (const [preset, from, to] of expected) assert.deepEqual(presetRange(preset, context), range(from, to), preset)
})

test('a week to date begins on the day the shop chose', () => {
  assert.deepEqual(presetRange('week_to_date', { ...context, weekStartsOn: 7 }), range('2026-03-08', '2026-03-11'))
  assert.deepEqual(presetRange('week_to_date', { ...context, weekStartsOn: 3 }), range('2026-03-11', '2026-03-11'))
})

test('a shop without history has today as all time', () => {
  assert.deepEqual(
    presetRange('all_time', { ...context, since: parseDay('2026-04-01') }),
    range('2026-03-11', '2026-03-11'),
  )
})

test('the previous period is as many days directly before', () => {
  assert.deepEqual(
    compareRange(range('2026-03-04', '2026-03-10'), 'previous_period'),
    range('2026-02-25', '2026-03-03'),
  )
  assert.deepEqual(
    compareRange(range('2026-03-10', '2026-03-10'), 'previous_period'),
    range('2026-03-09', '2026-03-09'),
  )
})

test('the previous year has the same dates, and 29 February becomes 28 February', () => {
  assert.deepEqual(compareRange(range('2026-03-01', '2026-03-31'), 'previous_year'), range('2025-03-01', '2025-03-31'))
  assert.deepEqual(compareRange(range('2024-02-29', '2024-02-29'), 'previous_year'), range('2023-02-28', '2023-02-28'))
  assert.deepEqual(compareRange(range('2025-02-01', '2025-02-28'), 'previous_year'), range('2024-02-01', '2024-02-28'))
})

test('aligned comparisons begin on the same weekday', () => {
  assert.deepEqual(
    compareRange(range('2026-03-10', '2026-03-12'), 'previous_year', true),
    range('2025-03-11', '2025-03-13'),
  )
  assert.deepEqual(
    compareRange(range('2026-03-10', '2026-03-12'), 'previous_period', true),
    range('2026-03-03', '2026-03-05'),
  )
  assert.deepEqual(
    compareRange(range('2026-02-09', '2026-03-10'), 'previous_period', true),
    range('2026-01-05', '2026-02-03'),
  )
})

test('a comparison of one’s own choice is taken as it is', () => {
  assert.deepEqual(
    compareRange(range('2026-03-10', '2026-03-12'), range('2020-01-01', '2020-01-02')),
    range('2020-01-01', '2020-01-02'),
  )
})

test('the interval grows with the range', () => {
  const of = (days: number): string => defaultInterval({ from: today, to: lastOf(today, days) })
  assert.deepEqual([1, 2, 3, 92, 93, 366, 367].map(of), ['hour', 'hour', 'day', 'day', 'week', 'week', 'month'])
})

function lastOf(from: Day, days: number): Day {
  return addDays(from, days - 1)
}
