import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectStore, openTestShop, openTestStores, startStore, sync } from '../sync/testing.ts'
import { filesOf, seenIn } from './pictures.testing.ts'
import { fetchPictures, findProductPicture } from './pictures.ts'

const stores = await openTestStores({ after })
const signal = new AbortController().signal
const encodePicture = async (image: Uint8Array) => Buffer.from(`small ${Buffer.from(image).subarray(1, 4).toString()}`)
const product = { sku: '', price: '20.00', createdAt: '2026-01-05T10:00:00' }

test('pictures of products are fetched once they are looked at, made small and kept', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  for (const [id, imageUrl] of [
    [1, '/wp-content/uploads/tea.png'],
    [2, ''],
    [3, 'javascript:alert(1)'],
    [4, `/wp-content/uploads/${'a'.repeat(3_000)}.png`],
  ] as const)
    store.store.putProduct({ ...product, id, name: `Product ${id}`, ...(imageUrl && { imageUrl }) })
  const { id: connection } = await connectStore(shop, store)
  await sync(shop, connection)
  shop.requested.length = 0
  for (const id of ['2', 'nothing', '1', '1']) assert.equal(await findProductPicture(seenIn(shop), id), undefined)
  assert.deepEqual(
    shop.requested,
    [`pictures ${connection}`],
    'what has no picture asks for none, and nobody asks twice',
  )
  const services = { ...shop.services, encodePicture, files: filesOf(shop) }
  assert.equal(await fetchPictures(services, { connection, signal }), 1)
  const found = await findProductPicture(seenIn(shop), '1')
  assert.equal(Buffer.from(found?.bytes ?? []).toString(), 'small PNG')
  assert.deepEqual(
    [await findProductPicture(seenIn(shop), '3'), await findProductPicture(seenIn(shop), '4')],
    [undefined, undefined],
  )
  assert.equal(await fetchPictures(services, { connection, signal }), 0, 'and not again')
})
