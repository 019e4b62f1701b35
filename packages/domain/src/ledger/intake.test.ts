import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DeletionRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import { listAffectedOrders, listPresentRefunds, sortOut } from './intake.ts'
import { encodeRecord, recordKey } from './record-rows.ts'
import { sampleOrder, sampleRefund } from './sample-facts.ts'

const order = sampleOrder({ id: '1', updatedAt: '2026-03-10T10:00:00Z' })
const later = { ...order, updatedAt: '2026-03-11T10:00:00Z' }

function versionsOf(...records: readonly PlatformRecord[]) {
  return new Map(
    records
      .map(encodeRecord)
      .map((record) => [recordKey(record), { updatedAt: record.updatedAt, hash: record.hash, source: 'woocommerce' }]),
  )
}

function sorted(records: readonly PlatformRecord[], stored = versionsOf(), source = 'woocommerce') {
  const { changed, confirmed, unchanged, outdated } = sortOut(records.map(encodeRecord), stored, source)
  return { changed: changed.map(({ record }) => record), confirmed: confirmed.length, unchanged, outdated }
}

suite('telling news from repetition', () => {
  test('the same record again is no news; moved by its update time alone it is a confirmation', () => {
    assert.deepEqual(sorted([order], versionsOf(order)), { changed: [], confirmed: 0, unchanged: 1, outdated: 0 })
    assert.deepEqual(sorted([later], versionsOf(order)), { changed: [], confirmed: 1, unchanged: 0, outdated: 0 })
  })

  test('the record of an order’s own platform replaces an imported one, however old, and never the other way', () => {
    const imported = new Map([...versionsOf(later)].map(([key, version]) => [key, { ...version, source: 'import' }]))
    assert.deepEqual(sorted([order], imported).changed, [order])
    assert.deepEqual(sorted([later], versionsOf(order), 'import').outdated, 1)
    assert.deepEqual(sorted([later], imported, 'import').unchanged, 1)
  })

  test('an update time that equals another date of the record is still left out of the comparison', () => {
    const fresh = sampleOrder({ id: '1', placedAt: '2026-03-10T10:00:00Z', updatedAt: '2026-03-10T10:00:00Z' })
    assert.equal(encodeRecord(fresh).hash, encodeRecord({ ...fresh, updatedAt: '2026-04-01T00:00:00Z' }).hash)
  })

  test('older records are outdated, of the same instant the one that comes last is taken', () => {
    const changed = { ...order, status: 'completed' }
    assert.deepEqual(sorted([changed], versionsOf(later)).outdated, 1)
    assert.deepEqual(sorted([changed], versionsOf(order)).changed, [changed])
    assert.deepEqual(sorted([{ ...later, status: 'x' }, order, changed]).changed, [{ ...later, status: 'x' }])
    assert.deepEqual(sorted([order, changed]).changed, [changed])
  })

  test('what was deleted stays deleted for older news and returns with newer ones', () => {
    const gone: DeletionRecord = { type: 'deletion', of: 'order', id: '1', seenAt: '2026-03-10T12:00:00Z' }
    assert.deepEqual(sorted([order], versionsOf(gone)).outdated, 1)
    assert.deepEqual(sorted([order, gone]).changed, [gone])
    assert.deepEqual(sorted([later], versionsOf(gone)).changed, [later])
  })
})

test('the orders that records are about', () => {
  const records: PlatformRecord[] = [
    order,
    sampleRefund({ id: 'r', orderId: '2', at: '2026-03-10T10:00:00Z', amount: '1' }),
    { type: 'refund_set', orderId: '3', refundIds: [], seenAt: '2026-03-10T10:00:00Z' },
    { type: 'deletion', of: 'order', id: '4', seenAt: '2026-03-10T10:00:00Z' },
    { type: 'deletion', of: 'refund', id: 'x', orderId: '5', seenAt: '2026-03-10T10:00:00Z' },
    { type: 'deletion', of: 'product', id: '6', seenAt: '2026-03-10T10:00:00Z' },
  ]
  assert.deepEqual([...listAffectedOrders(records)], ['1', '2', '3', '4', '5'])
})

suite('which refunds an order has', () => {
  const refunds = ['a', 'b'].map((id, index) =>
    sampleRefund({ id, orderId: '1', at: `2026-03-1${index + 1}T00:00:00Z`, amount: '1' }),
  )
  const present = (facts: Partial<Parameters<typeof listPresentRefunds>[0]>) =>
    listPresentRefunds({ refunds, set: undefined, deletions: new Map(), ...facts }).map(({ id }) => id)
  const setAt = (day: number, ...refundIds: string[]) =>
    ({ type: 'refund_set', orderId: '1', refundIds, seenAt: `2026-03-${day}T12:00:00Z` }) as const
  const deletionAt = (day: number) =>
    new Map<string, DeletionRecord>([
      ['a', { type: 'deletion', of: 'refund', id: 'a', seenAt: `2026-03-${day}T13:00:00Z` }],
    ])

  test('all of them, until a list says otherwise, which does not speak about later refunds', () => {
    assert.deepEqual(present({}), ['a', 'b'])
    assert.deepEqual(present({ set: setAt(13, 'b') }), ['b'])
    assert.deepEqual(present({ set: setAt(11) }), ['b'])
  })

  test('the later of list and deletion decides', () => {
    assert.deepEqual(present({ deletions: deletionAt(13) }), ['b'])
    assert.deepEqual(present({ set: setAt(12, 'a', 'b'), deletions: deletionAt(13) }), ['b'])
    assert.deepEqual(present({ set: setAt(14, 'a', 'b'), deletions: deletionAt(13) }), ['a', 'b'])
  })
})
