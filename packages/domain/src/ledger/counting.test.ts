import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { ShopSettings } from '../inputs/index.ts'
import { book } from './book.ts'
import { toBookingRules } from './rules.ts'
import { sampleLine, sampleOrder } from './sample-facts.ts'

type Settings = Parameters<typeof ShopSettings.parse>[0]

const basket = [sampleLine({ id: '1', gross: '40.00' })]

function rulesOf(settings: Settings = {}) {
  return toBookingRules(ShopSettings.parse(settings), 'EUR')
}

suite('which orders count', () => {
  const standings: [Partial<OrderRecord>, string | true][] = [
    [{ standing: 'paid' }, true],
    [{ standing: 'unpaid', paidAt: null }, true],
    [{ standing: 'unfinished', paidAt: null }, 'unfinished'],
    [{ standing: 'failed', paidAt: null }, 'failed'],
    [{ standing: 'deleted' }, 'deleted'],
    [{ standing: 'cancelled', paidAt: null }, 'cancelled_unpaid'],
    [{ standing: 'unpaid', paidAt: null, cancelledAt: '2026-03-11T00:00:00Z' }, 'cancelled_unpaid'],
    [{ standing: 'cancelled', paidAt: '2026-03-10T10:00:00Z' }, true],
    [{ test: true }, 'test'],
    [{ status: 'shipped' }, true],
  ]
  for (const [fields, expected] of standings) {
    test(`${JSON.stringify(fields)} ${expected === true ? 'counts' : `does not: ${expected}`}`, () => {
      const booking = book({ order: sampleOrder({ id: '1', lines: basket, ...fields }), refunds: [] }, rulesOf())
      assert.equal(booking.counted || booking.reason, expected)
    })
  }

  test('a shop may leave unpaid orders and statuses out', () => {
    const unpaid = sampleOrder({ id: '1', standing: 'unpaid' })
    assert.deepEqual(reasonOf(unpaid, { countUnpaid: false }), 'unpaid')
    assert.deepEqual(
      reasonOf(sampleOrder({ id: '1', status: 'Wholesale' }), { excludedStatuses: ['wholesale'] }),
      'excluded_status',
    )
  })

  test('test orders are told by gateway, address, domain, meta, coupon or tag', () => {
    const order = sampleOrder({
      id: '1',
      gateway: 'Bogus',
      customer: { platformId: null, email: 'Dev@Agency.test', phone: null },
      coupons: ['staff-1'],
      tags: ['internal'],
      meta: { _mode: 'test' },
    })
    const rules: NonNullable<Settings> extends { tests?: infer T } ? T[] : never = [
      { gateways: ['bogus'] },
      { emails: ['dev@agency.test'] },
      { emails: ['agency.test'] },
      { meta: [{ key: '_mode', value: 'test' }] },
      { meta: [{ key: '_mode' }] },
      { coupons: ['staff-*'] },
      { tags: ['internal'] },
    ]
    for (const tests of rules) assert.equal(reasonOf(order, { tests }), 'test', JSON.stringify(tests))
    for (const tests of [{ emails: ['other.test'] }, { meta: [{ key: '_mode', value: 'live' }] }, {}]) {
      assert.equal(reasonOf(order, { tests }), undefined, JSON.stringify(tests))
    }
  })

  function reasonOf(order: OrderRecord, settings: Settings) {
    const booking = book({ order, refunds: [] }, rulesOf(settings))
    return booking.counted ? undefined : booking.reason
  }
})
