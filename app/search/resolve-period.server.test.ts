import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { resolvePeriod } from './resolve-period.server.ts'
import { parseSearch } from './state.ts'

const scope = { today: parseDay('2026-11-21'), firstDay: parseDay('2024-02-29'), weekStartsOn: 1 }

function resolve(search: string, over: Partial<typeof scope> = {}) {
  return resolvePeriod(parseSearch(search), { ...scope, ...over })
}

function text(range: { from: string; to: string } | undefined) {
  return range && `${range.from}/${range.to}`
}

test('"last N days" end yesterday and only ranges to date contain today', () => {
  assert.equal(text(resolve('').range), '2026-10-22/2026-11-20')
  assert.equal(resolve('').running, false)
  assert.equal(text(resolve('?range=today').range), '2026-11-21/2026-11-21')
  assert.equal(text(resolve('?range=wtd').range), '2026-11-16/2026-11-21')
  assert.equal(text(resolve('?range=qtd').range), '2026-10-01/2026-11-21')
  assert.equal(resolve('?range=mtd').running, true)
})

test('the week begins where the shop says', () => {
  assert.equal(text(resolve('?range=wtd', { weekStartsOn: 7 }).range), '2026-11-15/2026-11-21')
})

test('all time begins with the first day and is compared with nothing', () => {
  const period = resolve('?range=all')
  assert.equal(text(period.range), '2024-02-29/2026-11-21')
  assert.equal(period.compare, undefined)
})

test('the previous period is as many days directly before', () => {
  assert.equal(text(resolve('').compare), '2026-09-22/2026-10-21')
})

test('matching weekdays moves the previous period back to whole weeks', () => {
  assert.equal(text(resolve('?align=weekday').compare), '2026-09-17/2026-10-16')
  assert.equal(text(resolve('?range=90d').compare), '2026-05-24/2026-08-21')
})

test('ranges to date are compared with the same stretch of the unit before', () => {
  assert.equal(text(resolve('?range=mtd').compare), '2026-10-01/2026-10-21')
  assert.equal(text(resolve('?range=wtd').compare), '2026-11-09/2026-11-14')
  assert.equal(text(resolve('?range=ytd').compare), '2025-01-01/2025-11-21')
})

test('the stretch never reaches into the range itself', () => {
  assert.equal(text(resolve('?range=mtd', { today: parseDay('2026-03-31') }).compare), '2026-02-01/2026-02-28')
})

test('the previous year keeps dates, or weekdays when they are matched', () => {
  assert.equal(text(resolve('?range=yesterday&compare=year&align=date').compare), '2025-11-20/2025-11-20')
  assert.equal(text(resolve('?range=yesterday&compare=year').compare), '2025-11-21/2025-11-21')
  const leapDay = resolve('?from=2024-02-29&to=2024-02-29&compare=year&align=date')
  assert.equal(text(leapDay.compare), '2023-02-28/2023-02-28')
})

test('days that do not exist or lie the wrong way round fall back to the last 30 days', () => {
  for (const search of [
    '?from=2026-02-30&to=2026-03-01',
    '?from=2026-03-09&to=2026-03-01',
    '?from=2027-01-01&to=2027-01-02',
  ]) {
    assert.equal(text(resolve(search).range), '2026-10-22/2026-11-20')
  }
})

test('custom days end today at the latest', () => {
  assert.equal(text(resolve('?from=2026-11-01&to=2026-12-24').range), '2026-11-01/2026-11-21')
})

test('the length of a point follows the length of the range, and an impossible choice is ignored', () => {
  assert.equal(resolve('?range=today').interval, 'hour')
  assert.equal(resolve('?range=90d').interval, 'day')
  assert.equal(resolve('?range=12m').interval, 'week')
  assert.equal(resolve('?range=all').interval, 'month')
  assert.equal(resolve('?range=90d&interval=hour').interval, 'day')
  assert.equal(resolve('?range=90d&interval=week').interval, 'week')
})

test('stepping moves by the length, by whole months for whole months, and never past today', () => {
  assert.equal(text(resolve('').previous), '2026-09-22/2026-10-21')
  assert.equal(text(resolve('').next), '2026-11-21/2026-11-21')
  assert.equal(text(resolve('?range=last_month').previous), '2026-09-01/2026-09-30')
  assert.equal(text(resolve('?from=2026-09-01&to=2026-09-30').next), '2026-10-01/2026-10-31')
  assert.equal(resolve('?range=mtd').next, undefined)
})
