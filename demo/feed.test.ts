import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, parseDay } from '@tillsight/core/days'
import { makeFeed } from './feed.ts'
import { demoShop } from './shop/index.ts'
import { shopifyShop } from './shopify-shop/index.ts'

const at = (time: string) => new Date(`2026-03-10T${time}Z`)

test('every order is placed once, a little after its time and as it stands then', () => {
  const story = ['10:00:00', '10:05:00', '10:05:00', '11:00:00', '12:30:00'].map((time) => `2026-03-10T${time}Z`)
  const tell = (now: Date) =>
    story.filter((createdAt) => new Date(createdAt) <= now).map((createdAt) => ({ createdAt, now }))
  const placed: string[] = []
  const goOn = makeFeed(
    {
      tell,
      place: ({ createdAt, now }) => placed.push(`${createdAt.slice(11, 16)} at ${now.toISOString().slice(11, 16)}`),
    },
    at('10:00:00'),
  )
  goOn(at('10:06:00'))
  assert.deepEqual(placed.splice(0), [])
  goOn(at('10:07:00'))
  goOn(at('10:08:00'))
  assert.deepEqual(placed.splice(0), ['10:05 at 10:07', '10:05 at 10:07'])
  // The machine was asleep.
  goOn(at('13:00:00'))
  assert.deepEqual(placed.splice(0), ['11:00 at 13:00', '12:30 at 13:00'])
})

test('a story that is not due is not told again and again', () => {
  const told: Date[] = []
  const tell = (now: Date) => {
    told.push(now)
    return [{ createdAt: '2026-03-11T09:00:00Z' }]
  }
  const goOn = makeFeed({ tell, place: () => assert.fail('nothing is due') }, at('10:00:00'))
  for (let minute = 10; minute < 60; minute += 1) goOn(at(`10:${minute}:00`))
  assert.equal(told.length, 1)
})

const madeOn = parseDay('2026-11-21')
const now = '2026-11-21T16:00:00Z'
const later = '2026-11-24T16:00:00Z'
const today = dayOf(new Date(later), 'Europe/Berlin')

test('the stories of both shops go on where they were left', () => {
  for (const tell of [demoShop, shopifyShop]) {
    const before = tell({ today: madeOn, now })
    const after = tell({ today, madeOn, now: later })
    const names = (orders: readonly { readonly id: number; readonly createdAt: string }[]) =>
      orders.map(({ id, createdAt }) => `${id} ${createdAt}`)
    assert.equal(after.from, before.from)
    assert.ok(after.orders.length > before.orders.length + 3)
    assert.deepEqual(names(after.orders.slice(0, before.orders.length)), names(before.orders))
  }
})
