import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createConnection } from '@tillsight/database'
import { z } from 'zod'
import { openTestStores } from '../reports/shop.testing.ts'
import type { ShopContext } from './context.ts'
import { createShopReads } from './shop-reads.ts'
import { defineVerb, run } from './verb.ts'

const stores = await openTestStores({ after })

async function openRequest(): Promise<ShopContext & { readonly add: () => Promise<unknown> }> {
  const ctx = await stores.openShop()
  const add = () =>
    createConnection(ctx.queries, {
      shopId: ctx.shop.id,
      connector: 'woocommerce',
      settings: {},
      secrets: Buffer.from(''),
      status: 'ok',
    })
  return { ...ctx, reads: createShopReads(ctx.queries, ctx.shop.id), add }
}

const verb = (access: 'read' | 'write' | 'work') =>
  defineVerb({
    name: 'test.verb',
    needs: 'metrics:read',
    access,
    input: z.object({}),
    output: z.boolean(),
    run: async (ctx: ShopContext) => ctx.reads !== undefined,
  })

test('a request reads once, however often it asks', async () => {
  const { reads, add } = await openRequest()
  assert.deepEqual(await reads?.connections(), [])
  await add()
  assert.deepEqual(await reads?.connections(), [])
  assert.equal((await reads?.syncStates())?.size, 0)
})

test('after a verb that writes, the request reads anew; the verb itself reads for itself', async () => {
  for (const access of ['write', 'work'] as const) {
    const ctx = await openRequest()
    assert.deepEqual(await ctx.reads?.connections(), [])
    await ctx.add()
    assert.equal(await run(verb('read'), ctx, {}), true)
    assert.deepEqual(await ctx.reads?.connections(), [])
    assert.equal(await run(verb(access), ctx, {}), false)
    assert.equal((await ctx.reads?.connections())?.length, 1)
  }
})

test('how the facts stand may have been read along with others; after a change it is read for itself', async () => {
  const ctx = await stores.openShop()
  const reads = createShopReads(ctx.queries, ctx.shop.id, async () => ({ version: 7n, isSettled: true }))
  assert.equal((await reads.factsState()).version, 7n)
  reads.forget()
  assert.deepEqual(await reads.factsState(), { version: 0n, isSettled: true })
})
