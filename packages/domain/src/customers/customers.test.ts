import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCustomerId, unidentifiedCustomer } from '@tillsight/core'
import fc from 'fast-check'
import { placeOrders } from './assign.ts'
import {
  createIdentifierHash,
  IdentitySets,
  listIdentifiers,
  namesakeOf,
  normaliseEmail,
  normalisePhone,
  toCustomer,
} from './identifiers.ts'

const hash = createIdentifierHash(new Uint8Array(32), 'a shop')
const nobodyIgnored = () => false

test('e-mail addresses are compared as a whole, without case, space and width', () => {
  assert.equal(normaliseEmail('  Ａnna+Shop@Example.TEST '), 'anna+shop@example.test')
})

test('phone numbers are compared in international form, national ones within a country', () => {
  assert.equal(normalisePhone('+49 (151) 234-567', 'DE'), '+49151234567')
  assert.equal(normalisePhone('0049151234567', 'DE'), '+49151234567')
  assert.equal(normalisePhone('0151 234567', 'DE'), 'DE:0151234567')
  assert.equal(normalisePhone('-', 'DE'), undefined)
})

test('a phone counts only when there is neither id nor e-mail; id 0 and placeholders are nothing', () => {
  const list = (
    customer: Partial<Parameters<typeof listIdentifiers>[0]>,
    isIgnored: (email: string) => boolean = nobodyIgnored,
  ) => listIdentifiers({ platformId: null, email: null, phone: null, ...customer }, 'DE', isIgnored)
  assert.deepEqual(list({ platformId: '7', email: 'A@b.test', phone: '+491234567' }), ['id:7', 'email:a@b.test'])
  assert.deepEqual(list({ platformId: '0', phone: '+491234567' }), ['phone:+491234567'])
  assert.deepEqual(
    list({ email: 'till@b.test' }, (email) => email === 'till@b.test'),
    [],
  )
  assert.deepEqual(list({ email: 'no address' }), [])
})

test('identifiers differ between shops and installations, and name customers', () => {
  assert.notEqual(hash('id:7'), createIdentifierHash(new Uint8Array(32), 'another shop')('id:7'))
  assert.notEqual(hash('id:7'), createIdentifierHash(new Uint8Array(32).fill(1), 'a shop')('id:7'))
  assert.equal(namesakeOf(toCustomer(hash('id:7'))), hash('id:7'))
})

test('a guest who opens an account with the same address is the same customer', () => {
  const sets = new IdentitySets()
  sets.connect([hash('email:a@b.test')])
  sets.connect([hash('id:7'), hash('email:c@d.test')])
  assert.notEqual(sets.customerOf(hash('email:a@b.test')), sets.customerOf(hash('id:7')))
  sets.connect([hash('id:7'), hash('email:a@b.test')])
  assert.equal(sets.customerOf(hash('email:a@b.test')), sets.customerOf(hash('email:c@d.test')))
})

const links = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 3 }), {
  maxLength: 25,
})

test('any order of arrival, in any number of batches, gives the same customers', () => {
  fc.assert(
    fc.property(links, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 6 }), (orders, random, batches) => {
      const identifiers = orders.map((ids) => ids.map((id) => hash(`id:${id}`)))
      const atOnce = new IdentitySets()
      for (const each of identifiers) atOnce.connect(each)
      const shuffled = identifiers
        .map((each) => ({ each, key: random.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
      const known = new Map<(typeof identifiers)[number][number], ReturnType<typeof toCustomer>>()
      for (let batch = 0; batch < batches; batch += 1) {
        const sets = new IdentitySets()
        for (const { each } of shuffled.filter((_, index) => index % batches === batch)) sets.connect(each)
        for (const [identifier, customer] of known) sets.connectKnown(identifier, customer)
        for (const { each } of shuffled.filter((_, index) => index % batches <= batch)) {
          for (const identifier of each) known.set(identifier, sets.customerOf(identifier))
        }
      }
      for (const [identifier, customer] of known) assert.equal(customer, atOnce.customerOf(identifier))
    }),
    { numRuns: 300 },
  )
})

const ann = toCustomerId('00000000-0000-0000-0000-00000000000a')

test('the first paid order is new, later ones return; free orders have no class and make nobody a customer', () => {
  const places = placeOrders([
    { orderId: '3', customer: ann, placedAt: 300, paid: true },
    { orderId: '1', customer: ann, placedAt: 100, paid: false },
    { orderId: '2', customer: ann, placedAt: 200, paid: true },
    { orderId: '4', customer: ann, placedAt: 400, paid: true },
    { orderId: '5', customer: unidentifiedCustomer, placedAt: 50, paid: true },
    { orderId: '6', customer: unidentifiedCustomer, placedAt: 50, paid: false },
  ])
  const shown = [...places]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, { customerClass, previousPaidAt, previousReturningAt }]) => [
      id,
      customerClass,
      previousPaidAt,
      previousReturningAt,
    ])
  assert.deepEqual(shown, [
    ['1', 'none', 0, 0],
    ['2', 'new', 0, 0],
    ['3', 'returning', 200, 0],
    ['4', 'returning', 300, 300],
    ['5', 'unidentified', 0, 0],
    ['6', 'none', 0, 0],
  ])
})

test('ties in time go by order id, numbers by size', () => {
  const places = placeOrders(['10', '9'].map((orderId) => ({ orderId, customer: ann, placedAt: 100, paid: true })))
  assert.deepEqual([places.get('9')?.customerClass, places.get('10')?.customerClass], ['new', 'returning'])
})

test('every paid order is in exactly one class, with one new order per customer, whatever the order of arrival', () => {
  const order = fc.record({
    who: fc.integer({ min: 0, max: 4 }),
    placedAt: fc.integer({ min: 1, max: 5 }),
    paid: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(order, { maxLength: 30 }), (sample) => {
      const orders = sample.map(({ who, placedAt, paid }, index) => ({
        orderId: String(index),
        customer: who === 0 ? unidentifiedCustomer : toCustomerId(`00000000-0000-0000-0000-00000000000${who}`),
        placedAt,
        paid,
      }))
      const places = placeOrders(orders)
      assert.deepEqual(placeOrders(orders.toReversed()), places)
      const buyers = new Set(
        orders
          .filter(({ paid, customer }) => paid && customer !== unidentifiedCustomer)
          .map(({ customer }) => customer),
      )
      const classes = [...places.values()].map(({ customerClass }) => customerClass)
      assert.equal(classes.filter((each) => each === 'new').length, buyers.size)
      assert.equal(classes.filter((each) => each === 'none').length, orders.filter(({ paid }) => !paid).length)
    }),
    { numRuns: 200 },
  )
})
