import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { localTimesOf } from './local-time.ts'

function instant(text: string, zone: string): string | undefined {
  const epochMs = localTimesOf(zone).toEpochMs(text)
  return epochMs === undefined ? undefined : new Date(epochMs).toISOString()
}

test('a reading without a zone is the shop’s wall clock, in summer and in winter', () => {
  assert.equal(instant('2011-01-18 10:01:00', 'Europe/London'), '2011-01-18T10:01:00.000Z')
  assert.equal(instant('2011-07-18 10:01:00', 'Europe/London'), '2011-07-18T09:01:00.000Z')
  assert.equal(instant('2026-03-01', 'Asia/Kolkata'), '2026-02-28T18:30:00.000Z')
  assert.equal(instant('2026-07-01T12:30', '+02:00'), '2026-07-01T10:30:00.000Z')
})

test('a reading with Z or an offset stands for itself', () => {
  assert.equal(instant('2026-07-01T12:30:15Z', 'Europe/Berlin'), '2026-07-01T12:30:15.000Z')
  assert.equal(instant('2026-07-01 12:30:15 +0530', 'Europe/Berlin'), '2026-07-01T07:00:15.000Z')
  assert.equal(instant('2026-07-01T12:30:15.250-03:00', 'Europe/Berlin'), '2026-07-01T15:30:15.250Z')
})

test('a skipped hour moves on by the gap, a repeated hour is its first occurrence', () => {
  assert.equal(instant('2026-03-29 02:30:00', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
  assert.equal(instant('2026-10-25 02:30:00', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
  assert.equal(instant('2026-03-08 02:30:00', 'America/New_York'), '2026-03-08T07:30:00.000Z')
  assert.equal(instant('2026-11-01 01:30:00', 'America/New_York'), '2026-11-01T05:30:00.000Z')
  assert.equal(instant('2026-10-04 02:10:00', 'Australia/Lord_Howe'), '2026-10-03T15:40:00.000Z')
})

test('dates and times that do not exist are refused', () => {
  for (const text of [
    '2011-02-29',
    '2026-04-31 10:00:00',
    '2026-13-01',
    '2026-01-01 24:00:00',
    '2026-01-01 10:61',
    '01.02.2026',
    '',
    '2026-01-01 10:00 +25:00',
  ]) {
    assert.equal(instant(text, 'Europe/Berlin'), undefined, text)
  }
})

test('every instant is found again from its own reading, except in the repeated hour', () => {
  const zones = fc.constantFrom('Europe/London', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC')
  const seconds = fc.integer({ min: 946_684_800, max: 1_893_456_000 })
  fc.assert(
    fc.property(zones, seconds, (zone, second) => {
      const text = new Date(second * 1000).toLocaleString('sv-SE', { timeZone: zone })
      const found = localTimesOf(zone).toEpochMs(text)
      const again = new Date(found ?? 0).toLocaleString('sv-SE', { timeZone: zone })
      assert.equal(again, text)
      assert.ok((found ?? 0) <= second * 1000)
    }),
  )
})
