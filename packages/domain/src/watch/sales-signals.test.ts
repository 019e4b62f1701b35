import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, parseDay } from '@tillsight/core/days'
import { findDrop, findSilence } from './look-at-costs.ts'

const beginning = Date.parse('2026-10-19T00:00:00Z')

/** Thirty-five days of hours: `perHour` orders each, except in the last `silent` hours. */
function hours({ perHour, silent, unknown = -1 }: { perHour: number; silent: number; unknown?: number }) {
  const count = 35 * 24
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(beginning + index * 3_600_000).toISOString(),
    orders: index === unknown ? null : index >= count - silent ? 0 : perHour,
  }))
}

test('hours that usually bring eight orders and bring none are a silence', () => {
  const silence = findSilence(hours({ perHour: 2, silent: 4 }))
  assert.deepEqual(silence, { since: '2026-11-22T20:00:00.000Z', usual: 8 })
})

test('fewer than that may be chance', () => {
  assert.equal(findSilence(hours({ perHour: 2, silent: 3 })), undefined)
  assert.equal(findSilence(hours({ perHour: 0, silent: 4 })), undefined)
})

test('a quiet night is measured by other nights, not by days', () => {
  const nights = hours({ perHour: 2, silent: 6 }).map((hour) =>
    Number(hour.at.slice(11, 13)) >= 18 ? { ...hour, orders: 0 } : hour,
  )
  assert.equal(findSilence(nights), undefined)
})

test('a silence of many days is judged by its last two, and lasts', () => {
  assert.deepEqual(findSilence(hours({ perHour: 1, silent: 120 })), { since: '2026-11-18T00:00:00.000Z', usual: 48 })
})

test('what is not loaded says nothing', () => {
  const lastWeek = 35 * 24 - 2 - 168
  assert.equal(findSilence(hours({ perHour: 9, silent: 4, unknown: lastWeek })), undefined)
  assert.equal(findSilence([]), undefined)
})

const day = parseDay('2026-11-20')

/** The last nine weeks: a hundred orders a day, except on the day itself and the earlier same weekdays. */
function days(orders: number | null, before: readonly (number | null)[]) {
  return Array.from({ length: 63 }, (_, index) => {
    const at = addDays(day, -index)
    if (index === 0) return { day: at, orders }
    return { day: at, orders: index % 7 === 0 ? (before[index / 7 - 1] ?? null) : 100 }
  })
}

test('less than half of the weekday’s median, and less than each of them, is a drop', () => {
  const before = [40, 42, 38, 60, 41, 39, 43, 20]
  assert.deepEqual(findDrop(days(19, before), day), { day, orders: 19, usual: 41 })
  assert.equal(findDrop(days(20, before), day), undefined, 'as low as it has been')
  assert.equal(findDrop(days(21, before), day), undefined, 'more than half')
})

test('a weekday with few orders, or not wholly loaded, says nothing', () => {
  assert.equal(findDrop(days(0, [19, 19, 19, 19, 19, 19, 19, 19]), day), undefined)
  assert.equal(findDrop(days(0, [40, 40, 40, null, 40, 40, 40, 40]), day), undefined)
  assert.equal(findDrop(days(null, [40, 40, 40, 40, 40, 40, 40, 40]), day), undefined)
})
