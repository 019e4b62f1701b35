import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { usualConfig } from '../credit/index.ts'
import type { HistoryEvent } from './journeys.ts'
import { resolveJourneys } from './journeys.ts'

const hour = 3_600_000
const touch = (touch_id: string, at: number, device: object): HistoryEvent => ({
  type: 'touch',
  touch_id,
  ts: at * hour,
  ...device,
})
const identify = (at: number, visitor: string, keys: object): HistoryEvent => ({
  type: 'identify',
  ts: at * hour,
  visitor,
  ...keys,
})
const order = (order_id: string, at: number, more: object): HistoryEvent => ({
  type: 'order',
  order_id,
  ts: at * hour,
  ...more,
})
const resolve = (events: readonly HistoryEvent[]) => resolveJourneys(events.toReversed(), usualConfig)

describe('whose a touch is', () => {
  it('joins a phone and a laptop through one address, however it is written', () => {
    const { journeys, returning } = resolve([
      touch('phone', 1, { visitor: 'p' }),
      identify(2, 'p', { email: ' Ann@Example.com ' }),
      touch('laptop', 3, { visitor: 'l' }),
      order('o1', 4, { visitor: 'l', email: 'ann@example.com', customer: '7' }),
      order('o2', 5, { customer: '7' }),
    ])
    assert.deepEqual(journeys, { o1: ['phone', 'laptop'], o2: ['phone', 'laptop'] })
    assert.deepEqual(returning, { o1: false, o2: true })
  })

  it('is joined to nobody through an order that does not count, which tells nothing of its device either', () => {
    const refused = (uncounted: object) => [
      touch('one', 1, { visitor: 'p' }),
      order('by id', 2, { visitor: 'p', customer: '7' }),
      touch('other', 1, { visitor: 'l' }),
      order('by address', 3, { visitor: 'l', email: 'a@example.com' }),
      order('refused', 4, { visitor: 'x', customer: '7', email: 'a@example.com', ...uncounted }),
      order('again', 5, { email: 'a@example.com' }),
    ]
    for (const uncounted of [{ uncounted: true }, { test: true }]) {
      const { journeys, returning } = resolve(refused(uncounted))
      assert.deepEqual(journeys, { 'by id': ['one'], 'by address': ['other'], again: ['other'] })
      assert.deepEqual(returning, { 'by id': false, 'by address': false, again: true })
    }
    assert.deepEqual(resolve(refused({})).returning, {
      'by id': false,
      'by address': true,
      refused: true,
      again: true,
    })
    const { journeys } = resolve([
      touch('t', 1, { visitor: 'd' }),
      order('refused', 2, { visitor: 'd', customer: '9', email: 'b@example.com', uncounted: true }),
      order('paid', 3, { email: 'b@example.com' }),
    ])
    assert.deepEqual(journeys, { paid: [] })
  })

  it('an order that came to nothing makes nobody a buyer', () => {
    const { returning } = resolve([
      order('sample', 1, { customer: '7', value_minor: 0n }),
      order('first', 2, { customer: '7', value_minor: 500n }),
      order('second', 3, { customer: '7' }),
    ])
    assert.deepEqual(returning, { sample: false, first: false, second: true })
  })

  it('on a shared device is whoever was identified next, else last before', () => {
    const { journeys } = resolve([
      touch('a1', 1, { visitor: 'tablet' }),
      identify(2, 'tablet', { email: 'a@example.com' }),
      touch('b1', 3, { visitor: 'tablet' }),
      identify(4, 'tablet', { email: 'b@example.com' }),
      touch('b2', 5, { visitor: 'tablet' }),
      order('a', 6, { email: 'a@example.com' }),
      order('b', 6, { email: 'b@example.com' }),
    ])
    assert.deepEqual(journeys, { a: ['a1'], b: ['b1', 'b2'] })
  })

  it('follows a cart to the device that filled it', () => {
    const { journeys } = resolve([
      touch('t', 1, { visitor: 'd', cart_token: 'c1' }),
      order('named', 2, { cart_token: 'c1', email: 'a@example.com' }),
      touch('u', 1, { visitor: 'e', checkout_token: 'k1' }),
      order('nameless', 2, { checkout_token: 'k1' }),
      order('unknown', 2, { checkout_token: 'k2' }),
      order('nothing', 2, {}),
    ])
    assert.deepEqual(journeys, { named: ['t'], nameless: ['u'], unknown: [], nothing: [] })
  })

  it('is nobody’s on a device with more people than a family has, or by an address of a till', () => {
    const many = Array.from({ length: 11 }, (_, nth) => identify(nth, 'till', { email: `p${nth}@example.com` }))
    const till = resolve([touch('t', 0, { visitor: 'till' }), ...many, order('o', 20, { email: 'p0@example.com' })])
    assert.deepEqual(till.journeys.o, [])
    const devices = Array.from({ length: 51 }, (_, nth) => identify(2, `d${nth}`, { email: 'staff@example.com' }))
    const staff = resolve([
      touch('t', 1, { visitor: 'd1' }),
      ...devices,
      order('o', 20, { email: 'staff@example.com' }),
    ])
    assert.deepEqual(staff.journeys.o, [])
  })
})

it('orders that do not count are absent, and make nobody a returning buyer', () => {
  const { journeys, returning } = resolve([
    order('gone', 1, { email: 'a@example.com', cancelled: true }),
    order('trial', 2, { email: 'a@example.com', test: true }),
    order('real', 3, { email: 'a@example.com' }),
  ])
  assert.deepEqual(journeys, { real: [] })
  assert.deepEqual(returning, { real: false })
})
