import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { beginConnect, checkConnection, finishConnect, listConnections, pauseConnection } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { openShopify, type ShopifyScene } from '../sync/shopify.testing.ts'
import { openTestStores } from '../sync/testing.ts'
import { listHealth } from './index.ts'

const stores = await openTestStores({ after })
const dayMinutes = 24 * 60

/** Approves on Shopify's own page like a browser, and returns. */
async function connectOnScreen({ shop, store }: ShopifyScene): Promise<string> {
  const values = { url: store.domain }
  const begun = await run(beginConnect, shop.ctx, { connector: 'shopify', values, access: 'read_write' })
  const result = await fetch(begun.redirectUrl, { method: 'POST', redirect: 'manual' })
  const query = Object.fromEntries(new URL(result.headers.get('location') ?? '').searchParams)
  await run(finishConnect, shop.ctx, { connector: 'shopify', query })
  const [view] = await run(listConnections, shop.ctx, {})
  assert.ok(view)
  return view.id
}

test('a shop that nobody reads is told two weeks before it loses its access, and not after it was read', async (t) => {
  const scene = await openShopify(t, stores, { fake: { app: { isPublic: true } } })
  const { shop } = scene
  const connection = await connectOnScreen(scene)
  await run(checkConnection, shop.ctx, { connection })
  await run(pauseConnection, shop.ctx, { connection, paused: true })
  const reported = async () => (await run(listHealth, shop.ctx, {})).find(({ kind }) => kind === 'token_expiring')

  shop.clock.advance(75 * dayMinutes)
  assert.equal(await reported(), undefined)
  shop.clock.advance(2 * dayMinutes)
  const issue = await reported()
  assert.equal(issue?.severity, 'warning')
  assert.match(issue?.title ?? '', /^The access to Shopify \(.+\) ends on 2027-02-18$/)
  assert.match(issue?.advice ?? '', /Resume it/)
  assert.deepEqual(issue?.place, { page: 'connections', connection })

  await run(pauseConnection, shop.ctx, { connection, paused: false })
  await run(checkConnection, shop.ctx, { connection })
  assert.equal(await reported(), undefined, 'reading renewed it')

  await run(pauseConnection, shop.ctx, { connection, paused: true })
  shop.clock.advance(91 * dayMinutes)
  assert.equal((await reported())?.severity, 'error')
})
