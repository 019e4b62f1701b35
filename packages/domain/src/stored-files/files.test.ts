import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createShop, findPictureFingerprint, listOpenHealthIssues } from '@tillsight/database'
import { StorageError } from '@tillsight/storage'
import { type PersonContext, run } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { listInstallationIssues } from '../health/index.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { getProfile } from '../people/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import type { FileContext } from './access.ts'
import { compareFiles } from './compare.ts'
import { sweepFiles } from './jobs.ts'
import { copyFile, readObject } from './objects.ts'
import { moveOldPictures, readPicture, removePicture, savePicture } from './own-picture.ts'
import { testFiles } from './testing.ts'
import { storeFile, type Upload } from './upload.ts'

const { db, warehouse } = await openTestStores({ after })
const people = await openTestPeople({ after }, { db })
const shops = { warehouse, identityKey: new Uint8Array(32), follower: followFacts }
const upload = '11111111-1111-4111-8111-111111111111'
const twoDaysMs = 48 * 3_600_000

const failsWith = (code: string) => (error: unknown) => error instanceof StorageError && error.code === code

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const csv = (name: string, text = 'a,b\n'): Upload => ({
  bucket: 'imports',
  name,
  bytes: bytesOf(text),
  type: 'text/csv',
  length: undefined,
  cacheControl: 'no-cache',
  userMetadata: {},
  upsert: false,
})

let count = 0

async function newShop() {
  const { id: organisationId, owner } = await people.newOrganisation()
  count += 1
  const row = { organisationId, domain: `files-${count}.example`, name: 'Files', platform: 'woocommerce' }
  const { id } = await createShop(db.kysely, { ...row, zone: 'Europe/Berlin', currency: 'EUR' })
  return { id, organisationId, owner }
}

const asPerson = (files: ReturnType<typeof testFiles>, ctx: PersonContext): FileContext => ({
  ...files,
  caller: { kind: 'person', ctx },
})

suite('the picture of a person', () => {
  test('is stored, addressed by its content, and removed', async () => {
    const own = await people.newPerson()
    const ctx = { ...own, files: testFiles(own, shops) }
    assert.equal(await run(readPicture, ctx, {}), null)
    const { fingerprint } = await run(savePicture, ctx, { image: new Uint8Array([1, 255, 0]) })
    assert.equal((await run(getProfile, ctx, {})).picture, fingerprint)
    assert.deepEqual(await run(readPicture, ctx, {}), { image: new Uint8Array([1, 255, 0]), fingerprint })
    assert.notEqual((await run(savePicture, ctx, { image: new Uint8Array([2]) })).fingerprint, fingerprint)
    await assert.rejects(run(savePicture, ctx, { image: new Uint8Array() }), isRefused('invalid_input'))
    await assert.rejects(run(savePicture, ctx, { image: new Uint8Array(1_000_001) }), isRefused('invalid_input'))
    await run(removePicture, ctx, {})
    assert.equal(await run(readPicture, ctx, {}), null)
  })

  test('moves here from where earlier versions kept it, once, and gives way to a newer one', async () => {
    const [ann, bob] = [await people.newPerson(), await people.newPerson()]
    const files = testFiles(ann, shops)
    const old = { image: Buffer.from([9, 9]), fingerprint: 'old', updatedAt: new Date(0) }
    await db.kysely
      .insertInto('avatars')
      .values([ann, bob].map(({ person: personId }) => ({ ...old, personId })))
      .execute()
    const { fingerprint } = await run(savePicture, { ...bob, files }, { image: new Uint8Array([1]) })
    await moveOldPictures(files)
    await moveOldPictures(files)
    assert.deepEqual((await run(readPicture, { ...ann, files }, {}))?.image, new Uint8Array([9, 9]))
    assert.equal(await findPictureFingerprint(db.kysely, bob.person), fingerprint)
    assert.equal((await db.kysely.selectFrom('avatars').selectAll().execute()).length, 0)
  })
})

suite('bytes', () => {
  test('go two days after their row, which goes with its shop; unknown ones go as well', async () => {
    const { id, owner } = await newShop()
    const files = testFiles(owner, shops)
    const { version } = await storeFile(asPerson(files, owner), csv(`${id}/${upload}/a.csv`))
    const stays = await newShop()
    const kept = await storeFile(asPerson(files, stays.owner), csv(`${stays.id}/${upload}/a.csv`))
    await db.kysely.updateTable('storageObjects').set({ expiresAt: null }).where('id', '=', kept.id).execute()
    const written = (at: Date) => ({ bytes: new Uint8Array([1]), writtenAt: at })
    const now = owner.clock.now().getTime()
    files.store.held.set('22222222-2222-4222-8222-222222222222', written(new Date(now - twoDaysMs - 1)))
    files.store.held.set('33333333-3333-4333-8333-333333333333', written(new Date(now)))
    await db.kysely.deleteFrom('shops').where('id', '=', id).execute()
    const dropped = await db.kysely.selectFrom('storageDropped').selectAll().where('version', '=', version).execute()
    assert.equal(dropped.length, 1)
    await sweepFiles({ ...files, clock: { now: () => new Date() } })
    assert.ok(files.store.held.has(version), 'a backup may still want it')
    await sweepFiles({ ...files, clock: { now: () => new Date(Date.now() + twoDaysMs + 1000) } })
    assert.ok(!files.store.held.has(version))
    assert.ok(files.store.held.has(kept.version))
    assert.equal(
      [...files.store.held.keys()].filter((known) => /^[23]/.test(known) && known !== kept.version).length,
      0,
    )
  })

  test('that are lost show in the health of their shop and for the operator until they are back; none are read for it', async () => {
    const { id, owner } = await newShop()
    const files = testFiles(owner, shops)
    const [own, other] = [await newShop(), await newShop()]
    const { version } = await storeFile(asPerson(files, owner), csv(`${id}/${upload}/a.csv`))
    await storeFile(asPerson(files, own.owner), csv(`${own.id}/${upload}/b.csv`))
    await db.kysely
      .deleteFrom('storageObjects')
      .where(({ eb, or }) => or([eb('shopId', 'is', null), eb('shopId', 'not in', [id, own.id])]))
      .execute()
    const unread = { ...files, store: { ...files.store, get: () => assert.fail('bytes were read') } }
    const found = async () => {
      const { lost } = await compareFiles(unread)
      const issues = await Promise.all([id, own.id, other.id].map((shop) => listOpenHealthIssues(db.kysely, shop)))
      const told = await listInstallationIssues({ queries: db.kysely, clock: owner.clock, connectors: [] })
      return [lost, issues.map((of) => of.map(({ detail }) => detail)), told.map(({ title }) => title)]
    }
    assert.deepEqual(await found(), [[], [[], [], []], []])
    const bytes = files.store.held.get(version)
    files.store.held.delete(version)
    const names = `imports/${upload}/a.csv`
    const title = 'The content of a stored file is missing'
    for (const _again of [1, 2]) {
      assert.deepEqual(await found(), [[`imports/${id}/${upload}/a.csv`], [[{ files: 1, names }], [], []], [title]])
    }
    assert.ok(bytes)
    files.store.held.set(version, bytes)
    assert.deepEqual(await found(), [[], [[], [], []], []])
    files.store.held.delete(version)
    assert.equal((await compareFiles(unread)).lost.length, 1)
    await storeFile(asPerson(files, owner), { ...csv(`${id}/${upload}/a.csv`), upsert: true })
    assert.deepEqual(await found(), [[], [[], [], []], []], 'stored anew')
    files.store.held.clear()
    files.store.held.set('44444444-4444-4444-8444-444444444444', { bytes: new Uint8Array(), writtenAt: new Date(0) })
    const all = await compareFiles(unread)
    assert.deepEqual([all.files, all.lost.length, all.unknown], [2, 2, ['44444444-4444-4444-8444-444444444444']])
  })

  test('of a file whose time is over go, and the file with them', async () => {
    const { id, owner } = await newShop()
    const ctx = asPerson(testFiles(owner, shops), owner)
    const place = { bucket: 'imports', name: `${id}/${upload}/old.csv` }
    await storeFile(ctx, csv(place.name))
    await sweepFiles(ctx)
    await readObject(ctx, place)
    await sweepFiles({ ...ctx, clock: { now: () => new Date(owner.clock.now().getTime() + 31 * 24 * 3_600_000) } })
    await assert.rejects(readObject(ctx, place), failsWith('NoSuchKey'))
  })

  test('that were refused leave nothing, and an organisation keeps no more than it may', async () => {
    const { id, owner } = await newShop()
    const files = { ...testFiles(owner, shops), largestTotal: 10 }
    const ctx = asPerson(files, owner)
    await storeFile(ctx, csv(`${id}/${upload}/a.csv`, '12345678'))
    await assert.rejects(storeFile(ctx, csv(`${id}/${upload}/b.csv`, '12345')), failsWith('EntityTooLarge'))
    await assert.rejects(storeFile(ctx, csv(`${id}/${upload}/a.csv`, '1')), failsWith('KeyAlreadyExists'))
    assert.equal(files.store.held.size, 1)
    const both = [storeFile(ctx, csv(`${id}/${upload}/c.csv`, '1')), storeFile(ctx, csv(`${id}/${upload}/c.csv`, '2'))]
    const outcomes = await Promise.allSettled(both)
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })
})

test('a file never leaves its shop, and a viewer stores none', async () => {
  const { id, organisationId, owner } = await newShop()
  const other = await newShop()
  const files = testFiles(owner, shops)
  await storeFile(asPerson(files, owner), csv(`${id}/${upload}/a.csv`))
  const from = { bucket: 'imports', name: `${id}/${upload}/a.csv` }
  const to = { bucket: 'imports', name: `${other.id}/${upload}/a.csv` }
  await db.kysely
    .insertInto('memberships')
    .values({ organisationId: other.organisationId, personId: owner.person, role: 'owner', shopIds: null })
    .execute()
  await assert.rejects(copyFile(asPerson(files, owner), { from, to, upsert: false }), failsWith('AccessDenied'))
  const viewer = await people.newMember(organisationId, 'viewer')
  await assert.rejects(storeFile(asPerson(files, viewer), csv(`${id}/${upload}/v.csv`)), failsWith('AccessDenied'))
  await assert.rejects(readObject(asPerson(files, viewer), from), failsWith('NoSuchKey'))
})
