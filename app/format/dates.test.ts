import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageText, bucketLabel, dayText, instantText, rangeText, spanText } from './dates.ts'

test('a range says month and year only as often as needed', () => {
  assert.equal(rangeText({ from: '2026-11-01', to: '2026-11-20' }), '1 – 20 Nov 2026')
  assert.equal(rangeText({ from: '2026-09-22', to: '2026-10-21' }), '22 Sep – 21 Oct 2026')
  assert.equal(rangeText({ from: '2025-12-30', to: '2026-01-02' }), '30 Dec 2025 – 2 Jan 2026')
  assert.equal(rangeText({ from: '2026-11-20', to: '2026-11-20' }), 'Fri 20 Nov 2026')
})

test('a shop day stays the same day wherever it is printed', () => {
  assert.equal(dayText('2026-03-29'), 'Sun 29 Mar 2026')
})

test('instants are printed in the zone of the shop', () => {
  assert.equal(instantText('2026-03-28T23:30:00Z', 'Europe/Berlin'), '29 Mar 2026, 00:30')
  assert.equal(instantText('2026-03-28T23:30:00Z', '+02:00'), '29 Mar 2026, 01:30')
})

test('two instants of a day name it once', () => {
  const span = { from: '2026-11-01T23:00:00Z', until: '2026-11-02T13:00:00Z' }
  assert.equal(spanText(span, 'Europe/Berlin'), '2 Nov 2026, 00:00 – 14:00')
  assert.equal(
    spanText({ ...span, from: '2026-11-21T23:00:00Z', until: '2026-12-02T13:00:00Z' }, 'Europe/Berlin'),
    '22 Nov 2026, 00:00 – 2 Dec 2026, 14:00',
  )
  assert.match(spanText(span, 'Europe/Berlin', 'de'), /^2\. Nov\. 2026, 00:00.?–.?14:00 Uhr$/)
})

test('the repeated hour of autumn is two points with the same name', () => {
  const first = bucketLabel({ at: '2026-10-25T00:00:00Z', interval: 'hour', zone: 'Europe/Berlin' })
  const second = bucketLabel({ at: '2026-10-25T01:00:00Z', interval: 'hour', zone: 'Europe/Berlin' })
  assert.equal(first.short, '02:00')
  assert.deepEqual(first, second)
})

test('weeks are named after their first day and months after themselves', () => {
  assert.equal(bucketLabel({ at: '2026-11-16', interval: 'week', zone: 'UTC' }).long, 'Week of Mon 16 Nov 2026')
  assert.equal(bucketLabel({ at: '2026-11-01', interval: 'month', zone: 'UTC' }).short, 'Nov 2026')
})

test('ages are rounded down to the largest unit that fits', () => {
  const now = '2026-11-21T10:00:00Z'
  assert.equal(ageText('2026-11-21T09:59:30Z', now), 'just now')
  assert.equal(ageText('2026-11-21T09:57:10Z', now), '2 min ago')
  assert.equal(ageText('2026-11-21T05:00:00Z', now), '5 h ago')
  assert.equal(ageText('2026-11-18T10:00:00Z', now), '3 days ago')
})

test('other languages write days, spans and times their own way, on a 24-hour clock', () => {
  assert.equal(dayText('2026-11-20', 'de'), 'Fr., 20. Nov. 2026')
  assert.equal(
    rangeText({ from: '2026-09-22', to: '2026-10-21' }, 'fr').replaceAll(/\s/g, ' '),
    '22 sept. – 21 oct. 2026',
  )
  assert.equal(rangeText({ from: '2026-11-20', to: '2026-11-20' }, 'nl'), 'vr 20 nov 2026')
  assert.equal(instantText('2026-03-28T23:30:00Z', 'Europe/Berlin', 'es'), '29 mar 2026, 00:30')
  assert.equal(bucketLabel({ at: '2026-11-16', interval: 'week', zone: 'UTC', language: 'de' }).short, '16. Nov.')
})

test('Arabic dates have the digits of the figures beside them', () => {
  assert.match(dayText('2026-11-20', 'ar'), /نوفمبر/)
  assert.doesNotMatch(rangeText({ from: '2025-12-30', to: '2026-01-02' }, 'ar'), /[٠-٩]/)
})

test('ages count in the language too', () => {
  const now = '2026-11-21T10:00:00Z'
  assert.equal(ageText('2026-11-21T09:59:30Z', now, 'de'), 'jetzt')
  assert.equal(ageText('2026-11-21T09:57:10Z', now, 'nl'), '2 min. geleden')
  assert.equal(ageText('2026-11-18T10:00:00Z', now, 'de'), 'vor 3 Tagen')
})
