import assert from 'node:assert/strict'
import type { AdRecord } from './ad-records.ts'
import type { PlatformRecord } from './records.ts'

const decimals = new Set(
  'gross discount tax cost amount fee feeTax quantity restocked total totalTax price weight spend purchases value'.split(
    ' ',
  ),
)
const instants = new Set(
  'placedAt paidAt cancelledAt endedAt updatedAt createdAt expiresAt seenAt fetchedAt at'.split(' '),
)
const ids = new Set('id orderId orderLineId productId variantId platformId accountId clickId'.split(' '))

/** Fails unless every amount is a decimal of at most six places, every instant is UTC and every id is text. */
export function checkRecord(record: PlatformRecord | AdRecord): void {
  checkFields(record, record.type)
  if ('currency' in record) assert.match(record.currency, /^[A-Z]{3}$/, `${record.type} says its currency`)
  if ('day' in record) assert.match(record.day, /^\d{4}-\d\d-\d\d$/, `${record.type} says its day`)
}

function checkFields(value: object, path: string): void {
  for (const [key, field] of Object.entries(value)) {
    const where = `${path}.${key}`
    // Meta and campaign names are free text of the shop.
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

/** The identity of a record. */
export function idOfRecord(record: PlatformRecord | AdRecord): string {
  if (record.type === 'refund_set' || record.type === 'order_visit') return `${record.type} ${record.orderId}`
  if (record.type === 'deletion') return `deletion ${record.of} ${record.id}`
  if (record.type === 'ad_account') return `ad_account ${record.account.id}`
  if (record.type === 'ad_day' || record.type === 'ad_hours') return `${record.type} ${record.accountId} ${record.day}`
  if (record.type === 'ad_click') return `ad_click ${record.accountId} ${record.clickId}`
  if (record.type === 'ad_entity') return `ad_entity ${record.accountId} ${record.level} ${record.adSetId} ${record.id}`
  return `${record.type} ${record.id}`
}
