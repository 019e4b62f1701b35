import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { listOpenHealthIssues } from '@tillsight/database'
import { noteFailedWebhooks, noteRefusedWebhooks } from '../health/index.ts'
import { syncNow } from '../sync/index.ts'
import { connectStore, openTestShop, openTestStores, startStore } from '../sync/testing.ts'
import { watchShop } from './index.ts'

const noMail = () => ({ subject: '', html: '', text: '', headers: {} })

const stores = await openTestStores({ after })

test('updates that failed are forgotten a day later, once the orders were read since', async (t) => {
  const shop = await openTestShop(stores)
  const { id: connection } = await connectStore(shop, await startStore(t, shop))
  await syncNow(shop.ctx, shop.services, { connection })
  const issue = { shop: shop.ctx.shop.id, connection }
  await noteFailedWebhooks(stores.db.kysely, { ...issue, count: 2, at: shop.clock.now() })
  const open = async () => {
    await watchShop(shop.ctx, noMail)
    return (await listOpenHealthIssues(stores.db.kysely, shop.ctx.shop.id)).map(({ kind }) => kind)
  }
  shop.clock.advance(25 * 60)
  assert.deepEqual(await open(), ['webhook_failed'], 'nothing was read since')
  await syncNow(shop.ctx, shop.services, { connection })
  assert.deepEqual(await open(), [])
  await noteFailedWebhooks(stores.db.kysely, { ...issue, count: 1, at: shop.clock.now() })
  await syncNow(shop.ctx, shop.services, { connection })
  assert.deepEqual(await open(), ['webhook_failed'], 'less than a day ago')
})

test('what was about a connection that is gone is over', async () => {
  const shop = await openTestShop(stores)
  const connection = toConnectionId('3f0f4a53-24f4-4bd5-9a9f-0c7b1f3a2d11')
  const issue = { shop: shop.ctx.shop.id, connection, at: shop.clock.now() }
  await noteRefusedWebhooks(stores.db.kysely, { ...issue, message: 'No.' })
  await watchShop(shop.ctx, noMail)
  assert.deepEqual(await listOpenHealthIssues(stores.db.kysely, shop.ctx.shop.id), [])
})
