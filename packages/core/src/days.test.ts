import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  countDays,
  dayOf,
  endOfDay,
  isZone,
  listDays,
  listOffsets,
  parseDay,
  startOfDay,
} from './days.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
  '+02:00',
]
const zone = fc.constantFrom(...zones)
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => parseDay(date.toISOString().slice(0, 10)))

// metrics.md §10.6
const clockChanges = [
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z', 23],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z', 23],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T13:00:00.000Z', 23.5],
] as const

for (const [name, date, from, until, hours] of clockChanges) {
  test(`${date} in ${name} has ${hours} hours`, () => {
    const start = startOfDay(parseDay(date), name)
    const end = endOfDay(parseDay(date), name)
    assert.equal(start.toISOString(), from)
    assert.equal(end.toISOString(), until)
    assert.equal((end.getTime() - start.getTime()) / 3_600_000, hours)
  })
}

test('a second decides on which day an order is when the day changes', () => {
  assert.equal(dayOf(new Date('2026-03-28T22:59:59Z'), 'Europe/Berlin'), '2026-03-28')
  assert.equal(dayOf(new Date('2026-03-28T23:00:00Z'), 'Europe/Berlin'), '2026-03-29')
})

test('days in any zone follow each other without a gap or an overlap', () => {
  fc.assert(
    fc.property(day, zone, (date, name) => {
      const start = startOfDay(date, name)
      assert.equal(dayOf(start, name), date)
      assert.equal(dayOf(new Date(start.getTime() - 1), name), addDays(date, -1))
      assert.equal(endOfDay(date, name).getTime(), startOfDay(addDays(date, 1), name).getTime())
    }),
  )
})

test('only existing days are read', () => {
  assert.equal(parseDay('2024-02-29'), '2024-02-29')
  for (const text of ['2026-02-29', '2026-13-01', '2026-3-1', '20260301', '2026-03-01T00:00', '', 'yesterday']) {
    assert.throws(() => parseDay(text), { code: 'invalid_input', message: /is not a day/ }, text)
  }
})

test('months are added on the calendar and stop at the last day of a shorter month', () => {
  assert.equal(addMonths(parseDay('2026-01-31'), 1), '2026-02-28')
  assert.equal(addMonths(parseDay('2024-02-29'), -12), '2023-02-28')
  assert.equal(addMonths(parseDay('2026-03-15'), -3), '2025-12-15')
})

test('a range lists as many days as it counts, from its first to its last', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 60 }), (from, length) => {
      const to = addDays(from, length)
      const days = listDays({ from, to })
      assert.equal(days.length, countDays({ from, to }))
      assert.deepEqual([days[0], days.at(-1), new Set(days).size], [from, to, length + 1])
    }),
  )
})

test('zones are IANA names and fixed offsets', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', '+05:30'].map(isZone), [true, true, true])
  assert.deepEqual(['Mars/Olympus', '', 'Berlin'].map(isZone), [false, false, false])
})

test('offsets begin with the one in force and change where the clock does', () => {
  const offsets = listOffsets('Europe/Berlin', new Date('2026-01-01T00:00:00Z'), new Date('2026-12-31T00:00:00Z'))
  assert.deepEqual(
    offsets.map(({ since, seconds }) => [since.toISOString(), seconds]),
    [
      ['2026-01-01T00:00:00.000Z', 3600],
      ['2026-03-29T01:00:00.000Z', 7200],
      ['2026-10-25T01:00:00.000Z', 3600],
    ],
  )
  assert.deepEqual(listOffsets('+05:30', new Date(0), new Date('2030-01-01')), [
    { since: new Date(0), seconds: 19_800 },
  ])
})

test('the local date that offsets give is the one the calendar gives', () => {
  const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, zone, (at, name) => {
      const offset = listOffsets(name, new Date(at.getTime() - 40 * 86_400_000), new Date(at.getTime() + 1)).at(-1)
      const local = new Date(at.getTime() + (offset?.seconds ?? 0) * 1000)
      assert.equal(local.toISOString().slice(0, 10), dayOf(at, name))
    }),
  )
})
