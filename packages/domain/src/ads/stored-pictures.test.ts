import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deleteAdPictures, type OldAdPicture, saveAdPicture } from '@tillsight/database'
import { checkName, productBuckets } from '@tillsight/storage'
import { openTestShop, openTestStores, type TestShop } from '../sync/testing.ts'
import { filesOf, pictureStore, seenIn } from './pictures.testing.ts'
import { findPicture } from './pictures.ts'
import { keepPicture, moveOldAdPictures, pictureFile } from './stored-pictures.ts'

const stores = await openTestStores({ after })
const { kysely } = stores.db
const { signal } = new AbortController()
const at = new Date('2026-06-30T12:00:00Z')

const rowOf = ({ ctx }: TestShop, key: string) => ({
  shopId: ctx.shop.id,
  key,
  type: 'image/webp',
  source: `source of ${key}`,
  fetchedAt: at,
})

/** As earlier versions kept pictures. */
async function addOld(shop: TestShop, key: string, text: string): Promise<OldAdPicture> {
  await kysely
    .insertInto('adPictures')
    .values({ ...rowOf(shop, key), bytes: Buffer.from(text) })
    .execute()
  return { shopId: shop.ctx.shop.id, key }
}

async function keep(shop: TestShop, key: string, text: string | null): Promise<void> {
  const bytes = Buffer.from(text ?? '')
  const objectId = text === null ? null : await keepPicture(filesOf(shop), { shop: shop.ctx.shop, key, bytes })
  await stores.db.transaction((queries) => saveAdPicture(queries, { ...rowOf(shop, key), objectId }))
}

const seen = async (shop: TestShop, key: string) => {
  const found = await findPicture(seenIn(shop), key)
  return found && `${Buffer.from(found.bytes).toString()}, ${found.source}`
}

async function namesOf({ ctx: { shop } }: TestShop): Promise<string[]> {
  const rows = await kysely
    .selectFrom('storageObjects')
    .select('name')
    .where('shopId', '=', shop.id)
    .where('bucket', '=', 'ad-pictures')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name.slice(shop.id.length + 1))
}

test('pictures that earlier versions kept in their table are found before and after they are moved to the files', async () => {
  const [shop, other] = [await openTestShop(stores), await openTestShop(stores)]
  const count = 450
  for (let index = 0; index < count; index += 1) await addOld(shop, `tinyads.1.a${index}`, `old ${index}`)
  await addOld(other, 'tinyads.1.a1', 'of others')
  await kysely
    .insertInto('adPictures')
    .values({ ...rowOf(shop, 'tinyads.1.none'), bytes: null })
    .execute()
  assert.equal(await seen(shop, 'tinyads.1.a7'), 'old 7, source of tinyads.1.a7')
  for (const _again of [1, 2]) await moveOldAdPictures(filesOf(shop), signal)
  assert.equal((await namesOf(shop)).length, count)
  assert.deepEqual(await namesOf(other), ['tinyads.1.a1'])
  const left = await kysely.selectFrom('adPictures').select('key').where('bytes', 'is not', null).execute()
  assert.deepEqual(left, [])
  for (const index of [0, 7, count - 1]) {
    assert.equal(await seen(shop, `tinyads.1.a${index}`), `old ${index}, source of tinyads.1.a${index}`)
  }
  assert.equal(await seen(other, 'tinyads.1.a1'), 'of others, source of tinyads.1.a1')
  assert.equal(await seen(shop, 'tinyads.1.none'), undefined)
})

test('a picture that was fetched while others were moved stays, and a job that was stopped goes on', async () => {
  const shop = await openTestShop(stores)
  for (const key of ['tinyads.1.a', 'tinyads.1.b']) await addOld(shop, key, 'old')
  await keep(shop, 'tinyads.1.a', 'newer')
  const ended = new AbortController()
  ended.abort(new Error('stopped'))
  await assert.rejects(moveOldAdPictures(filesOf(shop), ended.signal), /stopped/)
  await moveOldAdPictures(filesOf(shop), signal)
  assert.equal(await seen(shop, 'tinyads.1.a'), 'newer, source of tinyads.1.a')
  assert.equal(await seen(shop, 'tinyads.1.b'), 'old, source of tinyads.1.b')
})

test('a picture goes with its account, with its shop, and when there is none any more', async () => {
  const [shop, other] = [await openTestShop(stores), await openTestShop(stores)]
  for (const key of ['tinyads.1.a', 'tinyads.1.b', 'tinyads.12.a', 'product.5']) await keep(shop, key, key)
  await keep(other, 'tinyads.1.a', 'of others')
  await keep(shop, 'tinyads.1.b', null)
  assert.deepEqual(await namesOf(shop), ['product.catalogue.5', 'tinyads.1.a', 'tinyads.12.a'])
  await deleteAdPictures(kysely, shop.ctx.shop.id, 'tinyads.1.')
  assert.deepEqual(await namesOf(shop), ['product.catalogue.5', 'tinyads.12.a'])
  assert.equal(await seen(other, 'tinyads.1.a'), 'of others, source of tinyads.1.a')
  await kysely.deleteFrom('shops').where('id', '=', shop.ctx.shop.id).execute()
  assert.deepEqual([await namesOf(shop), (await namesOf(other)).length], [[], 1])
})

test('a picture whose bytes are lost is none', async () => {
  const shop = await openTestShop(stores)
  await keep(shop, 'tinyads.1.a', 'there')
  const { version } = await kysely
    .selectFrom('storageObjects')
    .select('version')
    .where('shopId', '=', shop.ctx.shop.id)
    .executeTakeFirstOrThrow()
  pictureStore.held.delete(version)
  assert.equal(await seen(shop, 'tinyads.1.a'), undefined)
})

test('every key has a name that is one, and no two keys share one', async () => {
  const { ctx } = await openTestShop(stores)
  const ids = ['1', 'a.b', 'a=2eb', '../x', 'ü', 'a b', 'x'.repeat(300), 'x'.repeat(301), '%2e', '1/2', '']
  const keys = ids.flatMap((id) => [`product.${id}`, `tinyads.${id.replaceAll('.', '')}.${id.replaceAll('.', '-')}`])
  const names = keys.map((key) => pictureFile(ctx.shop.id, key))
  assert.equal(new Set(names).size, new Set(keys).size)
  for (const [index, name] of names.entries()) {
    if (keys[index]?.endsWith('.')) continue
    assert.match(name, productBuckets['ad-pictures'].names)
    assert.equal(checkName(name), name)
  }
})
