import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, type DayRange, parseDay } from '@tillsight/core/days'
import fc from 'fast-check'
import { periodAfter, periodBefore } from './period.ts'

const range = (from: string, to: string) => ({ from: parseDay(from), to: parseDay(to) })
const today = parseDay('2026-11-21')

test('a step goes by as many days, and by whole months for whole months', () => {
  assert.deepEqual(periodBefore(range('2026-11-14', '2026-11-20')), range('2026-11-07', '2026-11-13'))
  assert.deepEqual(periodBefore(range('2024-03-01', '2024-03-31')), range('2024-02-01', '2024-02-29'))
  assert.deepEqual(periodAfter(range('2025-01-01', '2025-12-31'), today), range('2026-01-01', '2026-11-21'))
  assert.equal(periodAfter(range('2026-11-15', '2026-11-21'), today), undefined)
})

const days = fc.integer({ min: 0, max: 9000 }).map((after) => addDays(parseDay('2001-01-01'), after))

test('whole months are followed and led by whole months', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(1, 3, 12), (day, months) => {
      const from = parseDay(`${day.slice(0, 8)}01`)
      const asked = { from, to: addDays(addMonths(from, months), -1) }
      const before = periodBefore(asked)
      assert.deepEqual(before, { from: addMonths(from, -months), to: addDays(from, -1) })
      assert.deepEqual(periodAfter(before, today), asked)
    }),
  )
})

test('other days are led by as many, and a step forth is the way back', () => {
  const isWhole = ({ from, to }: DayRange) => from.endsWith('-01') && addDays(to, 1).endsWith('-01')
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 400 }), (from, more) => {
      const asked = { from, to: addDays(from, more) }
      const before = periodBefore(asked)
      fc.pre(!isWhole(asked) && !isWhole(before))
      assert.deepEqual(before, { from: addDays(from, -more - 1), to: addDays(from, -1) })
      assert.deepEqual(periodAfter(before, today), asked)
    }),
  )
})
