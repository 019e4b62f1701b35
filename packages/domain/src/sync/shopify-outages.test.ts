import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ConnectionId } from '@tillsight/core'
import { fillShop } from '../../../../simulators/index.ts'
import { type ConnectionView, listConnections } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { connectOnScreen, openShopify, type ShopifyScene } from './shopify.testing.ts'
import { openTestStores, readLedger, sync } from './testing.ts'

const stores = await openTestStores({ after })

interface Shop extends ShopifyScene {
  readonly id: ConnectionId
}

const line = { productId: 310, title: 'Socks', quantity: 1, unitPrice: '11.90' }

/**
 * A shop with 60 orders, connected through Shopify's page, so that its tokens expire after an hour; nothing has been read
 * yet.
 */
async function open(t: { after(work: () => Promise<void>): void }): Promise<Shop> {
  const scene = await openShopify(t, stores)
  const orders = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    createdAt: new Date(Date.parse('2026-09-01T10:00:00Z') + index * 86_400_000).toISOString(),
    lines: [{ ...line, id: 1_000 + index }],
  }))
  await fillShop(scene.store, { orders })
  return { ...scene, id: await connectOnScreen(scene) }
}

/** Lets this many minutes pass, with a sync now and then like the scheduler's. */
async function pass({ shop, id }: Shop, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 15) {
    shop.clock.advance(15)
    await sync(shop, id, { now: false })
  }
}

async function viewOf({ shop }: Shop): Promise<ConnectionView> {
  const [view] = await run(listConnections, shop.ctx, {})
  assert.ok(view)
  return view
}

async function orders({ shop }: Shop): Promise<number> {
  return (await readLedger(shop)).filter((row) => row.head === 1).length
}

function sell({ store }: Shop, id: number): void {
  store.store.createOrder({ id, lines: [{ ...line, id: 5_000 + id }] })
}

for (const [what, fault] of [
  ['down', { kind: 'unavailable' }],
  ['throttling', { kind: 'throttled' }],
  ['refusing as a whole', { kind: 'security_rejection' }],
] as const) {
  describe(`Shopify ${what} for an hour`, () => {
    it('in the middle of the history: it goes on by itself, and nothing is missing', async (t) => {
      const scene = await open(t)
      scene.store.faults.add(fault)
      await pass(scene, 60)
      assert.equal(await orders(scene), 0)
      assert.notEqual((await viewOf(scene)).status, 'needs_reauth')
      const asked = scene.fake.requests.length
      assert.ok(asked < 600, `${asked} questions in an hour`)
      scene.store.faults.clear()
      await pass(scene, 75)
      assert.equal((await viewOf(scene)).status, 'healthy')
      assert.equal(await orders(scene), 60)
    })

    it('later on: what was sold meanwhile is there afterwards, although the token has ended too', async (t) => {
      const scene = await open(t)
      await pass(scene, 15)
      assert.equal(await orders(scene), 60)
      scene.store.faults.add(fault)
      for (let hour = 0; hour < 4; hour++) {
        sell(scene, 100 + hour)
        await pass(scene, 15)
      }
      scene.store.faults.clear()
      await pass(scene, 75)
      assert.equal((await viewOf(scene)).status, 'healthy')
      assert.equal(await orders(scene), 64)
    })
  })
}

describe('A token of Shopify', () => {
  it('that ended is renewed without anybody', async (t) => {
    const scene = await open(t)
    await pass(scene, 15)
    scene.store.tokens.expireAll()
    sell(scene, 100)
    await pass(scene, 2 * 60)
    assert.equal((await viewOf(scene)).status, 'healthy')
    assert.equal(await orders(scene), 61)
  })

  for (const [how, kill] of [
    ['after the app was removed', ({ store }: Shop) => store.uninstall()],
    [
      'after its refresh token ended',
      ({ store }: Shop) => {
        store.tokens.expireRefresh()
        store.tokens.expireAll()
      },
    ],
  ] as const) {
    it(`that is dead ${how} takes one click, and asks nothing of Shopify until then`, async (t) => {
      const scene = await open(t)
      await pass(scene, 15)
      kill(scene)
      await pass(scene, 120)
      const view = await viewOf(scene)
      assert.equal(view.status, 'needs_reauth')
      assert.match(view.message ?? '', /[Cc]onnect it again|confirm|approve/)
      assert.equal(await orders(scene), 60, 'what is known stays')
      const asked = scene.fake.requests.length
      await pass(scene, 120)
      assert.equal(scene.fake.requests.length, asked)
      assert.equal(await connectOnScreen(scene, scene.id), scene.id)
      sell(scene, 100)
      await pass(scene, 15)
      assert.equal((await viewOf(scene)).status, 'healthy')
      assert.equal(await orders(scene), 61)
    })
  }
})
