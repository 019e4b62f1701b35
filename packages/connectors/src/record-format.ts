import assert from 'node:assert/strict'
import type { PlatformRecord } from './records.ts'

const decimals = new Set('gross discount tax cost amount fee quantity total totalTax price weight'.split(' '))
const instants = new Set('placedAt paidAt cancelledAt updatedAt createdAt expiresAt seenAt at'.split(' '))
const ids = new Set('id orderId orderLineId productId variantId platformId'.split(' '))

/** Fails unless every amount is a decimal of at most six places, every instant is UTC and every id is text. */
export function checkRecord(record: PlatformRecord): void {
  checkFields(record, record.type)
  if (record.type === 'order') assert.match(record.currency, /^[A-Z]{3}$/, 'an order says its currency')
}

function checkFields(value: object, path: string): void {
  for (const [key, field] of Object.entries(value)) {
    const where = `${path}.${key}`
    // Meta and campaign names are the shop's own words.
    if (key === 'meta' || key === 'utm' || field === null) continue
    if (typeof field === 'object') checkFields(field, where)
    else if (ids.has(key)) assert.ok(typeof field === 'string' && field !== '', `${where} is not an id`)
    else if (key === 'rate') assert.match(String(field), /^\d+(?:\.\d{1,10})?$/, `${where} is not a rate`)
    else if (decimals.has(key)) assert.match(String(field), /^-?\d+(?:\.\d{1,6})?$/, `${where} is not a decimal`)
    else if (instants.has(key)) {
      assert.match(String(field), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, `${where} is not an instant in UTC`)
      assert.ok(!Number.isNaN(Date.parse(String(field))), where)
    }
  }
}

/** What makes two records the same one. */
export function idOfRecord(record: PlatformRecord): string {
  if (record.type === 'refund_set' || record.type === 'order_visit') return `${record.type} ${record.orderId}`
  if (record.type === 'deletion') return `deletion ${record.of} ${record.id}`
  return `${record.type} ${record.id}`
}
