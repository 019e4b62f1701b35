import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConversionSeries } from '@tillsight/database'
import { troubleOf } from './send-due.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const calm: ConversionSeries = {
  failing: 0,
  isGivenUp: false,
  failingSince: null,
  failingReason: '',
  refused: 0,
  refusedSince: null,
  refusedReason: '',
  lastSent: hoursAgo(1),
}

function trouble(series: Partial<ConversionSeries>): string | undefined {
  return troubleOf({ ...calm, ...series }, { problem: null, now })
}

suite('whether orders get through', () => {
  test('they do while nothing fails, and while something is sent beside what fails', () => {
    assert.equal(trouble({}), undefined)
    const failing = { failing: 3, isGivenUp: true, failingSince: hoursAgo(80), failingReason: 'Down.' }
    assert.equal(trouble(failing), undefined)
    assert.match(trouble({ ...failing, lastSent: hoursAgo(90) }) ?? '', /None has got through.*Down\.$/)
  })

  test('trouble of less than six hours passes by itself', () => {
    const failing = { failing: 1, failingReason: 'Down.', lastSent: null }
    assert.equal(trouble({ ...failing, failingSince: hoursAgo(5.9) }), undefined)
    assert.notEqual(trouble({ ...failing, failingSince: hoursAgo(6) }), undefined)
  })

  test('a refused order is its own fault; when all are, it is not', () => {
    const refused = { refusedSince: hoursAgo(3), refusedReason: 'Wrong.', lastSent: null }
    assert.equal(trouble({ ...refused, refused: 2 }), undefined)
    assert.match(trouble({ ...refused, refused: 3 }) ?? '', /All of them are refused.*Wrong\.$/)
    assert.equal(trouble({ ...refused, refused: 3, lastSent: hoursAgo(2) }), undefined)
  })

  test('a withdrawn access is told at once', () => {
    const problem = { kind: 'permission', message: 'Make a new token.', since: now.toISOString() }
    assert.equal(troubleOf(calm, { problem, now }), 'Make a new token.')
  })
})
