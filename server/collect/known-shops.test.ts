import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toShopId } from '@tillsight/core'
import { createKnownShops, type KnownShop } from './known-shops.ts'

const shop: KnownShop = {
  id: toShopId('00000000-0000-4000-8000-000000000001'),
  domains: [],
  checkouts: [],
  identify: () => [],
}

test('made-up keys without end push out no shop: it is known although the database is gone', async () => {
  let now = 0
  let isDown = false
  const asked: string[] = []
  const find = createKnownShops({ now: () => new Date(now) }, async (key) => {
    asked.push(key)
    if (isDown) throw new Error('no database')
    return key === 'real' ? shop : undefined
  })
  assert.equal(await find('real'), shop)
  for (let at = 0; at < 25_000; at += 1) assert.equal(await find(`made up ${at}`), undefined)
  asked.length = 0
  assert.equal(await find('real'), shop)
  assert.deepEqual(asked, [], 'a minute is not over')
  now = 61_000
  isDown = true
  assert.deepEqual(await Promise.all([find('real'), find('real')]), [shop, shop])
  await assert.rejects(find('made up 1'), /no database/)
})

test('a key that is revoked, and one that is new, is noticed', async () => {
  let now = 0
  let found: KnownShop | undefined
  const find = createKnownShops({ now: () => new Date(now) }, async () => found)
  assert.equal(await find('key'), undefined)
  found = shop
  assert.equal(await find('key'), undefined, 'remembered for ten seconds')
  now = 10_001
  assert.equal(await find('key'), shop)
  found = undefined
  now = 80_000
  assert.equal(await find('key'), undefined)
})
