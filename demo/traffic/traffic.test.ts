import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { demoAds } from '../ads/index.ts'
import { demoShop } from '../shop/index.ts'
import { demoVisits, type VisitEvent } from './index.ts'

const createdAt = '2026-11-21T09:30:00.000Z'
const until = new Date(createdAt)
const today = parseDay('2026-11-21')
const week = new Date('2026-11-14T09:30:00.000Z')
const visits = demoVisits('demo', { createdAt, from: week, until })

describe('visits of the demo', () => {
  it('are told the same whenever they are told, in parts or at once', () => {
    const middle = new Date('2026-11-18T00:00:00.000Z')
    const parts = [
      ...demoVisits('demo', { createdAt, from: week, until: middle }),
      ...demoVisits('demo', { createdAt, from: middle, until }),
    ]
    assert.deepEqual(parts, visits)
    assert.equal(new Set(visits.map(({ id }) => id)).size, visits.length)
  })

  it('lead to orders of the shop, at the time of these orders', () => {
    const orders = demoShop({ today, madeOn: today }).orders
    const placed = new Map(orders.map(({ id, createdAt: at }) => [String(id), Date.parse(at)]))
    const purchases = visits.filter(({ name }) => name === 'purchase')
    assert.ok(purchases.length > 20)
    for (const { order, at } of purchases) assert.equal(placed.get(order ?? ''), at)
  })

  it('come from ads that exist, and carry no id of one that does not', () => {
    const known = new Set(
      (['googleads', 'metaads', 'tiktokads'] as const).flatMap((platform) =>
        demoAds(platform, { createdAt, until: createdAt }).accounts.flatMap(({ campaigns }) =>
          campaigns.flatMap(({ adSets }) => adSets.flatMap(({ ads }) => ads.map(({ id }) => id))),
        ),
      ),
    )
    const clicked = visits.flatMap(({ url }) => new URL(url).searchParams.get('ts_ad') ?? [])
    assert.ok(clicked.length > 30)
    assert.deepEqual(
      clicked.filter((id) => !known.has(id)),
      [],
    )
  })

  it('name nobody who declined', () => {
    const declined = visits.filter(({ visitor }) => visitor === undefined)
    assert.ok(declined.length > 0)
    assert.ok(declined.every((event: VisitEvent) => event.email === undefined))
  })
})
