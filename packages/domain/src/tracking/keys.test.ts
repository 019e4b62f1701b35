import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { findShopByTrackingKey } from '@tillsight/database'
import { run, type ShopContext } from '../context/index.ts'
import { isRefused } from '../organisations/testing.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { createTrackingKey, listTrackingKeys, revokeTrackingKey } from './keys.ts'

const { openShop } = await openTestStores({ after })

async function onlyKeyOf(ctx: ShopContext): Promise<string> {
  const [first, ...others] = await run(listTrackingKeys, ctx, {})
  assert.ok(first)
  assert.deepEqual(others, [])
  return first.key
}

suite('keys that pages of a shop name it with', () => {
  test('there is one from the first question on, also with several askers at once', async () => {
    const ctx = await openShop()
    const results = await Promise.all([1, 2, 3].map(() => run(listTrackingKeys, ctx, {})))
    const key = await onlyKeyOf(ctx)
    assert.match(key, /^tk_[0-9a-f]{24}$/)
    assert.deepEqual(
      results.map((keys) => keys.map((known) => known.key)),
      [[key], [key], [key]],
    )
    assert.equal(await findShopByTrackingKey(ctx.queries, key), ctx.shop.id)
    assert.notEqual(await onlyKeyOf(await openShop()), key)
  })

  test('are changed without a gap: the old one holds until it is revoked', async () => {
    const ctx = await openShop()
    const old = await onlyKeyOf(ctx)
    await assert.rejects(run(revokeTrackingKey, ctx, { key: old }), isRefused('conflict', /only key/))
    const { key } = await run(createTrackingKey, ctx, {})
    assert.equal(await findShopByTrackingKey(ctx.queries, old), ctx.shop.id)
    await run(revokeTrackingKey, ctx, { key: old })
    assert.equal(await findShopByTrackingKey(ctx.queries, old), undefined)
    assert.equal(await findShopByTrackingKey(ctx.queries, key), ctx.shop.id)
    const known = await run(listTrackingKeys, ctx, {})
    assert.deepEqual(
      new Set(known.map(({ key: name, revokedAt }) => `${name} ${revokedAt === null}`)),
      new Set([`${old} false`, `${key} true`]),
    )
  })

  test('are revoked once, and by their own shop only', async () => {
    const ctx = await openShop()
    await onlyKeyOf(ctx)
    const { key } = await run(createTrackingKey, ctx, {})
    await assert.rejects(run(revokeTrackingKey, await openShop(), { key }), isRefused('not_found', /no such key/))
    await run(revokeTrackingKey, ctx, { key })
    await assert.rejects(run(revokeTrackingKey, ctx, { key }), isRefused('not_found', /no such key/))
  })

  test('are at most ten in use', async () => {
    const ctx = await openShop()
    await onlyKeyOf(ctx)
    for (let more = 1; more < 10; more += 1) await run(createTrackingKey, ctx, {})
    await assert.rejects(run(createTrackingKey, ctx, {}), isRefused('limit_reached', /the most/))
  })
})
