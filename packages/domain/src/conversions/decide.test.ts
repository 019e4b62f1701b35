import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sampleOrder } from '../ledger/sample-facts.ts'
import { decide, type Facts } from './decide.ts'
import { nextAttempt } from './list-conversions.ts'

const placedAt = new Date('2026-11-20T12:00:00Z')
const minuteMs = 60_000
const hourMs = 60 * minuteMs

function facts(more: Partial<Facts> = {}, order: Parameters<typeof sampleOrder>[0] = { id: '1' }): Facts {
  const record = sampleOrder({ placedAt: placedAt.toISOString(), ...order })
  return {
    event: { placedAt, createdAt: placedAt, sentAt: null },
    order: { record, isCounted: true, value: '10.000000', items: [] },
    consent: 'granted',
    basis: 'visitor',
    now: new Date(placedAt.getTime() + 5 * minuteMs),
    ...more,
  }
}

const at = (ms: number) => new Date(placedAt.getTime() + ms)

suite('whether an order may be told', () => {
  test('a paid order of somebody who agreed is sent', () => {
    assert.deepEqual(decide(facts()), { kind: 'send' })
  })

  test('a refusal counts, also where the shop says that it collects consent elsewhere', () => {
    for (const basis of ['visitor', 'elsewhere'] as const)
      assert.equal(decide(facts({ consent: 'denied', basis })).kind, 'no_consent')
  })

  test('without any word of the visitor it waits for an hour, and is not sent then', () => {
    assert.equal(decide(facts({ consent: 'unknown' })).kind, 'hold')
    assert.equal(decide(facts({ consent: 'unknown', now: at(hourMs) })).kind, 'no_consent')
    const late = { placedAt, createdAt: at(2 * hourMs), sentAt: null }
    assert.equal(decide(facts({ consent: 'unknown', event: late, now: at(2.5 * hourMs) })).kind, 'hold')
    assert.equal(decide(facts({ consent: 'unknown', basis: 'elsewhere' })).kind, 'send')
  })

  test('an unpaid order waits for its money for seven days', () => {
    const unpaid = { id: '1', standing: 'unpaid', paidAt: null } as const
    assert.equal(decide(facts({}, unpaid)).kind, 'hold')
    assert.equal(decide(facts({ now: at(7 * 24 * hourMs) }, unpaid)).kind, 'left_out')
  })

  test('what is gone, cancelled, a test or worth nothing is left out', () => {
    assert.equal(decide(facts({ order: undefined })).kind, 'left_out')
    assert.equal(decide(facts({}, { id: '1', standing: 'cancelled' })).kind, 'left_out')
    assert.equal(decide(facts({}, { id: '1', test: true })).kind, 'left_out')
    const order = facts().order
    assert.ok(order)
    assert.equal(decide(facts({ order: { ...order, value: '0.000000' } })).kind, 'left_out')
    assert.equal(decide(facts({ order: { ...order, isCounted: false } })).kind, 'left_out')
  })

  test('a correction is sent though nothing is left of the order, but never against a refusal', () => {
    const order = facts().order
    assert.ok(order)
    const corrected = { event: { placedAt, createdAt: placedAt, sentAt: at(hourMs) }, order: { ...order, value: '0' } }
    assert.equal(decide(facts(corrected)).kind, 'send')
    assert.equal(decide(facts({ ...corrected, consent: 'denied' })).kind, 'no_consent')
  })
})

suite('when an order is sent again', () => {
  const failure = {}

  test('each pause is twice the one before, up to six hours', () => {
    const pauses = Array.from({ length: 11 }, (_, index) => {
      const next = nextAttempt({ attempts: index + 1, firstTriedAt: placedAt }, failure, placedAt)
      return next === 'give_up' ? 0 : (next.getTime() - placedAt.getTime()) / minuteMs
    })
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
  })

  test('the platform’s own pause is kept to', () => {
    const next = nextAttempt({ attempts: 1, firstTriedAt: placedAt }, { retryAfterMs: 20 * minuteMs }, placedAt)
    assert.deepEqual(next, at(20 * minuteMs))
  })

  test('the last attempt is made at 72 hours, and then it is given up', () => {
    const tried = { attempts: 20, firstTriedAt: placedAt }
    assert.deepEqual(nextAttempt(tried, failure, at(70 * hourMs)), at(72 * hourMs))
    assert.equal(nextAttempt(tried, failure, at(72 * hourMs)), 'give_up')
  })
})
