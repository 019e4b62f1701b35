import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { bankUrl, chooseReading, isReadingDue, publishedDay } from './fetch-rates.ts'

const bank = { url: bankUrl, base: 'EUR' }
const at = (text: string) => new Date(text)
const day = parseDay
const nothing = { reach: null, lastDay: null }

/** Which of the bank's files is read. */
function fileFor(known: { reach: string | null; lastDay: string | null }, from: string, now: string): string {
  const days = {
    reach: known.reach === null ? null : day(known.reach),
    lastDay: known.lastDay === null ? null : day(known.lastDay),
  }
  return (
    chooseReading(bank, days, { from: day(from), now: at(now) })
      .url.split('/')
      .at(-1) ?? ''
  )
}

test('rates come out in the afternoon of business days, in Frankfurt', () => {
  assert.equal(publishedDay(at('2026-11-20T15:29:00Z')), '2026-11-19')
  assert.equal(publishedDay(at('2026-11-20T15:31:00Z')), '2026-11-20')
  assert.equal(publishedDay(at('2026-07-01T14:31:00Z')), '2026-07-01')
  assert.equal(publishedDay(at('2026-11-22T20:00:00Z')), '2026-11-20')
  assert.equal(publishedDay(at('2026-11-23T09:00:00Z')), '2026-11-20')
})

suite('of the bank', () => {
  test('the first reading is as long as the shops’ facts need', () => {
    assert.equal(fileFor(nothing, '2024-11-01', '2026-11-20T18:00:00Z'), 'eurofxref-hist.xml')
    assert.equal(fileFor(nothing, '2026-10-01', '2026-11-20T18:00:00Z'), 'eurofxref-hist-90d.xml')
    assert.equal(
      chooseReading(bank, nothing, { from: day('1995-01-01'), now: at('2026-11-20T18:00:00Z') }).reach,
      '1995-01-01',
    )
  })

  test('from then on the file of the day will do, unless a day was missed', () => {
    const known = { reach: '2024-11-01', lastDay: '2026-11-19' }
    assert.equal(fileFor(known, '2024-11-01', '2026-11-20T18:00:00Z'), 'eurofxref-daily.xml')
    assert.equal(
      fileFor({ ...known, lastDay: '2026-11-20' }, '2024-11-01', '2026-11-23T18:00:00Z'),
      'eurofxref-daily.xml',
    )
    assert.equal(
      fileFor({ ...known, lastDay: '2026-11-18' }, '2024-11-01', '2026-11-20T18:00:00Z'),
      'eurofxref-hist-90d.xml',
    )
    assert.equal(
      fileFor({ ...known, lastDay: '2026-05-01' }, '2024-11-01', '2026-11-20T18:00:00Z'),
      'eurofxref-hist.xml',
    )
  })

  test('facts that reach further back have the long file read again, once', () => {
    const known = { reach: '2024-11-01', lastDay: '2026-11-20' }
    assert.equal(fileFor(known, '2020-01-01', '2026-11-20T18:00:00Z'), 'eurofxref-hist.xml')
    assert.equal(
      fileFor({ ...known, reach: '1995-01-01' }, '1995-01-01', '2026-11-20T18:00:00Z'),
      'eurofxref-daily.xml',
    )
    // There are no rates before the euro, so nothing is searched again.
    assert.equal(
      fileFor({ ...known, reach: '1999-01-04' }, '1990-01-01', '2026-11-20T18:00:00Z'),
      'eurofxref-daily.xml',
    )
  })
})

test('another source has one file with everything', () => {
  const source = { url: 'https://rates.example/table.csv', base: 'USD' }
  const reading = chooseReading(source, nothing, { from: day('2020-01-01'), now: at('2026-11-20T18:00:00Z') })
  assert.deepEqual(reading, { url: source.url, reach: '2020-01-01' })
})

test('it is asked when there should be something new, or further back; and not more than once an hour', () => {
  const known = {
    reach: day('2024-11-01'),
    lastDay: day('2026-11-19'),
    fetchedAt: at('2026-11-19T16:00:00Z'),
    checkedAt: at('2026-11-19T16:00:00Z'),
  }
  const due = (changes: object, now: string, from = '2024-11-01') =>
    isReadingDue({ ...known, ...changes }, { from: day(from), now: at(now) })
  assert.equal(due({}, '2026-11-20T15:00:00Z'), false)
  assert.equal(due({}, '2026-11-20T16:00:00Z'), true)
  assert.equal(due({}, '2026-11-20T15:00:00Z', '2024-10-01'), true)
  assert.equal(due({ checkedAt: at('2026-11-20T15:45:00Z') }, '2026-11-20T16:00:00Z'), false)
  assert.equal(due({ checkedAt: at('2026-11-20T15:45:00Z') }, '2026-11-20T16:45:00Z'), true)
  assert.equal(due({ fetchedAt: null, checkedAt: null, reach: null, lastDay: null }, '2026-11-20T09:00:00Z'), true)
})
