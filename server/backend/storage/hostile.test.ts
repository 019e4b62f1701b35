// What strangers try with files: addresses that are not theirs, and bodies that never end.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, mock, suite, test } from 'node:test'
import { listVersions } from '@tillsight/database'
import { collect, storeFile } from '@tillsight/domain'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addMember, openClient } from '../client.testing.ts'
import { paced } from './uploads.ts'

const installation = await startInstallation({ after })
const { owner, runtime, address } = installation
await addShop(installation, { domain: 'tea.example' })
const { shop } = await installation.contexts.shop('tea.example')
const { anon, service } = runtime.auth.service.apiKeys
const folder = `${shop.id}/11111111-1111-4111-8111-111111111111`
const csv = 'order,total\n1,2\n'
const operator = (await openClient(installation, undefined, service)).storage
const own = (await openClient(installation, owner)).storage

async function codeOf(answer: PromiseLike<{ error: unknown }>): Promise<string | undefined> {
  const { error } = await answer
  return error === null ? undefined : (error as { code?: string }).code
}

/** The code that an address answers with; undefined where it answers with a file. */
async function codeAt(url: string, init: RequestInit = {}): Promise<string | undefined> {
  const response = await fetch(url, init)
  return response.ok ? undefined : ((await response.json()) as { code: string }).code
}

suite('a signed address', () => {
  const put = (body: string): RequestInit => ({ method: 'PUT', body, headers: { 'content-type': 'text/csv' } })

  test('ends with whoever signed it: while they are banned, and when their account is gone', async () => {
    const member = await addMember(installation, 'tea.example', { role: 'admin', shopIds: null })
    const { storage } = await openClient(installation, member)
    const imports = storage.from('imports')
    assert.equal((await imports.upload(`${folder}/a.csv`, csv, { contentType: 'text/csv' })).error, null)
    const { data: read } = await imports.createSignedUrl(`${folder}/a.csv`, 600)
    const { data: write } = await imports.createSignedUploadUrl(`${folder}/b.csv`)
    assert.ok(read && write)
    const both = async () => [await codeAt(read.signedUrl), await codeAt(write.signedUrl, put(csv))]
    const { admin } = (await openClient(installation, undefined, service)).auth
    await admin.updateUserById(member.id, { ban_duration: '24h' })
    assert.deepEqual(await both(), ['NoSuchKey', 'AccessDenied'])
    await admin.updateUserById(member.id, { ban_duration: 'none' })
    assert.equal(await codeAt(read.signedUrl), undefined)
    await admin.deleteUser(member.id)
    assert.deepEqual(await both(), ['NoSuchKey', 'AccessDenied'])
    assert.equal((await own.from('imports').exists(`${folder}/b.csv`)).data, false)
  })

  test('opens one file, in one way, for as long as it says', async () => {
    const bucket = own.from('imports')
    for (const name of ['one.csv', 'two.csv']) {
      assert.equal((await bucket.upload(`${folder}/${name}`, csv, { contentType: 'text/csv' })).error, null)
    }
    const { data } = await bucket.createSignedUrl(`${folder}/one.csv`, 60)
    const { data: upload } = await bucket.createSignedUploadUrl(`${folder}/three.csv`)
    assert.ok(data && upload)
    const token = new URL(data.signedUrl).searchParams.get('token') ?? ''
    const at = (name: string, given: string) =>
      codeAt(`${address}/storage/v1/object/sign/imports/${folder}/${name}?token=${given}`)
    assert.equal(await at('one.csv', token), undefined)
    assert.equal(await at('two.csv', token), 'InvalidSignature')
    assert.equal(await at('one.csv', upload.token), 'InvalidSignature')
    assert.equal(
      await codeAt(`${address}/storage/v1/object/upload/sign/imports/${folder}/one.csv?token=${token}`, put('x')),
      'InvalidSignature',
    )
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const other = encode({ ...claims, sub: 'service' })
    const ownKey = createHmac('sha256', anon).update(`${head}.${other}`).digest('base64url')
    for (const forged of [
      `${head}.${other}.${signature}`,
      `${head}.${other}.${ownKey}`,
      `${encode({ alg: 'none' })}.${other}.`,
      `${head}.${body}.${signature.slice(1)}`,
      owner.session.access_token,
      anon,
      '',
    ]) {
      assert.equal(await at('one.csv', forged), 'InvalidJWT', forged)
    }
    const clock = mock.method(runtime.clock, 'now', () => new Date(Date.now() + 61_000))
    try {
      assert.equal(await at('one.csv', token), 'ExpiredToken')
    } finally {
      clock.mock.restore()
    }
  })
})

test('whoever sends a byte a second is cut off after half a minute, and leaves nothing', async () => {
  const before = await listVersions(runtime.stores.database.kysely)
  const there = async () => {
    const versions: string[] = []
    for await (const { version } of runtime.files.store.list()) versions.push(version)
    return versions
  }
  const versions = await there()
  let seconds = 0
  const slow = new ReadableStream<Uint8Array>({
    pull(controller) {
      seconds += 1
      controller.enqueue(new Uint8Array([120]))
    },
  })
  const bytes = paced(slow, () => seconds * 1000)
  await operator.createBucket('slow', { public: false })
  const file = { bucket: 'slow', name: 'a', type: 'text/plain', length: undefined, cacheControl: 'no-cache' }
  const stored = storeFile(
    { ...runtime.files, caller: { kind: 'service' } },
    { ...file, bytes, userMetadata: {}, upsert: false },
  )
  await assert.rejects(stored, /too slow/)
  assert.ok(seconds >= 30 && seconds < 40, String(seconds))
  assert.deepEqual(await listVersions(runtime.stores.database.kysely), before)
  assert.deepEqual(await there(), versions)
})

test('whoever stops sending is cut off after half a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const silent = new ReadableStream<Uint8Array>({})
  const received = collect(paced(silent))
  t.mock.timers.tick(30_000)
  await assert.rejects(received, /too slow/)
})

test('a file of one bucket is no file of another, whatever the names', async () => {
  for (const id of ['first', 'second']) await operator.createBucket(id, { public: id === 'second' })
  const [first, second] = [operator.from('first'), operator.from('second')]
  assert.equal((await first.upload('a/b.txt', 'secret', { contentType: 'text/plain' })).error, null)
  assert.equal(await codeOf(second.download('a/b.txt')), 'NoSuchKey')
  for (const path of [
    'second/..%2ffirst/a/b.txt',
    'second/../first/a/b.txt',
    'second%2f..%2ffirst/a/b.txt',
    'second/a/b.txt',
  ]) {
    const response = await fetch(`${address}/storage/v1/object/public/${path}`)
    assert.equal(response.status, 400, path)
    assert.notEqual(await response.text(), 'secret')
  }
  assert.deepEqual((await second.remove(['a/b.txt'])).data, [])
  assert.deepEqual((await second.list('a')).data, [])
  assert.equal((await first.upload('a/c.txt', 'x')).error, null)
  const { data: rows } = await first.list('a')
  assert.deepEqual(
    rows?.map(({ name }) => name),
    ['b.txt', 'c.txt'],
  )
  assert.equal(
    await codeOf(own.from('imports').copy(`${folder}/one.csv`, 'x', { destinationBucket: 'second' })),
    'NoSuchBucket',
  )
})
