import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toConnectionId, toCustomerId, toOrganisationId, toShopId, unidentifiedCustomer } from './ids.ts'

const uuid = '0192F0C1-7A3B-7C44-9D21-0123456789AB'

test('ids are UUIDs, kept in lower case so that equal ids are equal texts', () => {
  for (const parse of [toOrganisationId, toShopId, toConnectionId, toCustomerId]) {
    assert.equal(parse(uuid), uuid.toLowerCase())
    assert.equal(parse(parse(uuid)), parse(uuid))
  }
})

test('anything else is refused and the message says what it should have been an id of', () => {
  for (const text of ['', '42', `${uuid}0`, `${uuid} `, uuid.replaceAll('-', ''), "' OR 1=1 --"]) {
    assert.throws(() => toShopId(text), { code: 'invalid_input', message: /not the id of a shop/ }, text)
  }
  assert.throws(() => toConnectionId('42'), { message: /not the id of a connection/ })
})

test('the unidentified customer is the nil UUID, which the warehouse has as default', () => {
  assert.equal(unidentifiedCustomer, '00000000-0000-0000-0000-000000000000')
})
