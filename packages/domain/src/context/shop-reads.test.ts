import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { toPersonId } from '@tillsight/core'
import { createConnection, deleteMembership, readShop } from '@tillsight/database'
import { z } from 'zod'
import { openTestPeople } from '../organisations/testing.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { openShopsFor } from '../shops/index.ts'
import type { ShopContext } from './context.ts'
import { createPersonReads, createShopReads } from './shop-reads.ts'
import { defineVerb, run } from './verb.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, stores)

async function openRequest(): Promise<ShopContext & { readonly add: () => Promise<unknown> }> {
  const ctx = await stores.openShop()
  return { ...ctx, reads: createShopReads(ctx), add: () => addConnection(ctx) }
}

async function addConnection({ queries, shop }: ShopContext): Promise<unknown> {
  const connection = { connector: 'woocommerce', settings: {}, secrets: Buffer.from(''), status: 'ok' }
  return createConnection(queries, { shopId: shop.id, ...connection })
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
  assert.deepEqual((await reads?.standing())?.connections, [])
  await add()
  assert.deepEqual((await reads?.standing())?.connections, [])
  assert.equal((await reads?.syncStates())?.size, 0)
})

test('after a verb that writes, the request reads anew; the verb itself reads for itself', async () => {
  for (const access of ['write', 'work'] as const) {
    const ctx = await openRequest()
    assert.deepEqual((await ctx.reads?.standing())?.connections, [])
    await ctx.add()
    assert.equal(await run(verb('read'), ctx, {}), true)
    assert.deepEqual((await ctx.reads?.standing())?.connections, [])
    assert.equal(await run(verb(access), ctx, {}), false)
    assert.equal((await ctx.reads?.standing())?.connections.length, 1)
  }
})

suite('a request of a person', () => {
  async function openAtDoor() {
    const ctx = await stores.openShop()
    const others = [await stores.openShop(), await stores.openShop()]
    const all = await Promise.all([ctx, ...others].map(({ shop }) => readShop(ctx.queries, shop.id)))
    const { person } = await people.newMember(ctx.organisation, 'viewer', all)
    const asked: string[] = []
    const db = ctx.db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        asked.push(Object.keys(result.rows[0] ?? {}).join(' '))
        return result
      },
    })
    const open = async (shop?: string) => {
      asked.length = 0
      const personReads = createPersonReads(db, person, shop)
      const { actor, clock, log } = ctx
      const door = { actor, person, db: ctx.db, queries: db, clock, log, personReads }
      return { personReads, shops: await openShopsFor(door, { ...ctx, warehouse: stores.warehouse }) }
    }
    return { ctx, asked, open }
  }

  test('reads all of their shops by two statements, and by one where it is about a single shop', async () => {
    const { ctx, asked, open } = await openAtDoor()
    const { shops } = await open()
    assert.equal(shops.length, 3)
    await Promise.all(shops.map(async ({ reads }) => [await reads?.own(), await reads?.standing()]))
    assert.equal(asked.length, 2)
    const named = (await open(ctx.shop.id)).shops.find(({ shop }) => shop.id === ctx.shop.id)
    assert.deepEqual((await named?.reads?.standing())?.connections, [])
    assert.equal(asked.length, 1)
  })

  test('reads a shop anew after writing to it, and nothing of another shop', async () => {
    const { ctx, open } = await openAtDoor()
    const { shops } = await open(ctx.shop.id)
    const [own, other] = [
      shops.find(({ shop }) => shop.id === ctx.shop.id),
      shops.find(({ shop }) => shop.id !== ctx.shop.id),
    ]
    assert.deepEqual((await own?.reads?.standing())?.connections, [])
    await addConnection(ctx)
    own?.reads?.forget()
    assert.equal((await own?.reads?.standing())?.connections.length, 1)
    assert.deepEqual((await other?.reads?.standing())?.connections, [])
  })

  test('opens nothing any more once the person has left, as soon as the next request', async () => {
    const { ctx, open } = await openAtDoor()
    const { shops, personReads } = await open(ctx.shop.id)
    const [{ actor } = { actor: undefined }] = shops
    assert.ok(actor?.kind === 'person')
    await deleteMembership(ctx.queries, { organisationId: ctx.organisation, personId: toPersonId(actor.id) })
    assert.deepEqual((await open(ctx.shop.id)).shops, [])
    personReads.forget()
    assert.deepEqual((await personReads.entry()).shops, [])
  })
})
