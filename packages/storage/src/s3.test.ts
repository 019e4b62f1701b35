import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { createHttpClient, type HttpClient } from '@tillsight/platforms/connectors'
import { bucketKey, startBucket } from './bucket.testing.ts'
import { type BucketPlace, openBucket } from './s3.ts'

const clock = fixedClock('2026-06-30T12:00:00Z')
const mib = 1024 ** 2
const log = { debug() {}, warn() {} }

async function open(change: Partial<BucketPlace> = {}) {
  const simulated = await startBucket({ after })
  const pauses: number[] = []
  const client = createHttpClient({
    log,
    clock,
    userAgent: 'test',
    allowPrivateAddresses: true,
    pace: 'off',
    sleep: async (ms) => void pauses.push(ms),
  })
  after(() => client.close())
  // Names below localhost are known to browsers alone.
  const http: Pick<HttpClient, 'request' | 'pause'> = {
    ...client,
    request: ({ url, headers, ...request }) => {
      const { host } = new URL(url)
      return client.request({
        ...request,
        url: url.replace('//figures.localhost', '//127.0.0.1'),
        headers: { ...headers, host },
      })
    },
  }
  const place = {
    endpoint: simulated.endpoint,
    region: 'us-east-1',
    bucket: 'figures',
    prefix: 'shops/a',
    pathStyle: true,
    accessKeyId: bucketKey.accessKeyId,
    ...change,
  }
  const { secretAccessKey } = bucketKey
  const bucket = openBucket({ http, clock, partBytes: 5 * mib }, { place, secretAccessKey })
  const opened = (own: Partial<BucketPlace>) =>
    openBucket({ http, clock, partBytes: 5 * mib }, { place: { ...place, ...own }, secretAccessKey })
  return { simulated, bucket, opened, pauses }
}

async function* pieces(sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (const [at, size] of sizes.entries()) yield Buffer.alloc(size, at + 1)
}

async function collect<T>(items: AsyncIterable<T> | undefined): Promise<readonly T[]> {
  const found: T[] = []
  for await (const item of items ?? []) found.push(item)
  return found
}

const all = async (bytes: AsyncIterable<Uint8Array> | undefined) => Buffer.concat(await collect(bytes))
const conflict = (pattern: RegExp) => (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'conflict' && pattern.test(error.message)

for (const pathStyle of [true, false]) {
  test(`an object is put, looked at, read in ranges, listed and deleted, ${pathStyle ? 'by path' : 'by host'}`, async () => {
    const { simulated, opened } = await open()
    const endpoint = pathStyle ? simulated.endpoint : simulated.endpoint.replace('127.0.0.1', 'localhost')
    const bucket = opened({ endpoint, pathStyle })
    const key = "a b/ü+(1)'*!.txt"
    const { bytes, etag } = await bucket.put(key, Buffer.from('0123456789'), { type: 'text/plain' })
    assert.deepEqual([...simulated.objects.keys()], [`/figures/shops/a/${key}`])
    const head = await bucket.head(key)
    assert.deepEqual([head?.bytes, head?.etag, head?.type], [bytes, etag, 'text/plain'])
    assert.equal(String(Buffer.from((await bucket.get(key, { start: 2, end: 4 })) ?? [])), '234')
    assert.equal(String(await all(await bucket.read(key, { start: 7, end: 99 }))), '789')
    assert.deepEqual(
      (await collect(bucket.list())).map((object) => [object.key, object.bytes, object.etag]),
      [[key, 10, etag]],
    )
    await bucket.delete(key)
    await bucket.delete(key)
    assert.deepEqual(
      [await bucket.head(key), await bucket.get(key), await bucket.read(key)],
      [undefined, undefined, undefined],
    )
  })
}

test('what is larger than a part goes in parts, and is the same when it is read', async () => {
  const { simulated, bucket } = await open()
  const sizes = [3 * mib, 4 * mib, 6 * mib, 5]
  const whole = await all(pieces(sizes))
  const { bytes, etag } = await bucket.put('large.bin', pieces(sizes), { type: 'x/y' })
  assert.equal(bytes, whole.length)
  assert.match(etag, /^"\w+-3"$/)
  assert.deepEqual(simulated.calls, [
    'POST /figures/shops/a/large.bin?uploads',
    ...Array<string>(3).fill('PUT /figures/shops/a/large.bin?partNumber&uploadId'),
    'POST /figures/shops/a/large.bin?uploadId',
  ])
  const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
  assert.equal(hash(await all(await bucket.read('large.bin'))), hash(whole))
  // Exactly a part, and nothing at all, are no uploads in parts.
  simulated.calls.length = 0
  await bucket.put('one.bin', pieces([5 * mib]))
  await bucket.put('none.bin', pieces([]))
  assert.deepEqual(simulated.calls, ['PUT /figures/shops/a/one.bin', 'PUT /figures/shops/a/none.bin'])
  assert.deepEqual((await all(await bucket.read('none.bin'))).length, 0)
})

test('a part that is not taken at once is sent again, alone', async () => {
  const { simulated, bucket, pauses } = await open()
  let seen = 0
  simulated.rules.onCall = (call) => {
    if (call.includes('partNumber') && ++seen === 2) simulated.rules.failure = [503, 'SlowDown', 2]
  }
  await bucket.put('large.bin', pieces([5 * mib, 5 * mib, 1]))
  assert.equal(simulated.objects.get('/figures/shops/a/large.bin')?.length, 10 * mib + 1)
  assert.equal(simulated.calls.filter((call) => call.includes('partNumber')).length, 3)
  assert.deepEqual(pauses, [500, 2000])
})

test('an upload that fails or is ended leaves no parts behind, and the object as it was', async () => {
  const { simulated, bucket } = await open()
  await bucket.put('large.bin', Buffer.from('before'))
  simulated.rules.onCall = (call) => {
    if (call.startsWith('PUT') && call.includes('partNumber')) simulated.rules.failure = [403, 'AccessDenied', 1]
  }
  await assert.rejects(bucket.put('large.bin', pieces([5 * mib, 1])), conflict(/403 \(AccessDenied\) to PUT/))
  assert.equal(simulated.uploads.size, 0)
  const ended = new AbortController()
  simulated.rules.onCall = (call) => call.includes('partNumber') && ended.abort(new Error('stop'))
  await assert.rejects(bucket.put('large.bin', pieces([5 * mib, 1]), { signal: ended.signal }), /stop/)
  simulated.rules.onCall = undefined
  const broken = async function* () {
    yield* pieces([5 * mib, 5 * mib])
    throw new Error('the rows broke off')
  }
  await assert.rejects(bucket.put('large.bin', broken()), /broke off/)
  assert.equal(simulated.uploads.size, 0)
  assert.equal(String(simulated.objects.get('/figures/shops/a/large.bin')), 'before')
})

test('a bucket of another region is named with its region, and one that has moved is followed within its domain', async () => {
  const { simulated, bucket, opened } = await open()
  simulated.rules.region = 'eu-west-1'
  await assert.rejects(bucket.put('a', Buffer.from('1')), conflict(/AuthorizationHeaderMalformed.*region eu-west-1/))
  await opened({ region: 'eu-west-1' }).put('a', Buffer.from('1'))
  const other = await open()
  simulated.rules.region = undefined
  simulated.rules.movedTo = other.simulated.endpoint
  await bucket.put('b', Buffer.from('2'))
  assert.ok(other.simulated.objects.has('/figures/shops/a/b') && !simulated.objects.has('/figures/shops/a/b'))
  simulated.rules.movedTo = 'http://elsewhere.example'
  await assert.rejects(bucket.put('c', Buffer.from('3')), conflict(/another domain, elsewhere\.example/))
  simulated.rules.movedTo = undefined
  simulated.rules.failure = [301, 'PermanentRedirect eu-central-1', 1]
  await assert.rejects(bucket.put('c', Buffer.from('3')), conflict(/301 \(PermanentRedirect\).*region eu-central-1/))
})

test('a clock that is wrong by more than S3 takes is put right for it', async () => {
  const { simulated, bucket } = await open()
  simulated.rules.now = () => new Date('2026-06-30T12:40:00Z')
  await bucket.put('a', Buffer.from('1'))
  await bucket.put('b', Buffer.from('2'))
  assert.deepEqual(simulated.calls, ['PUT /figures/shops/a/a', 'PUT /figures/shops/a/b'])
})

test('a list is read to its end, and what changes while it is read is no mixture', async () => {
  const { simulated, bucket } = await open()
  simulated.rules.keysAtOnce = 2
  for (const key of ['x/1', 'x/2', 'x/3', 'x/4', 'y']) await bucket.put(key, Buffer.from(key))
  const keys = (await collect(bucket.list('x/'))).map(({ key }) => key)
  assert.deepEqual(keys, ['x/1', 'x/2', 'x/3', 'x/4'])
  const reading = await bucket.read('y')
  await bucket.put('y', Buffer.from('other'))
  await assert.rejects(all(reading), conflict(/412/))
})

test('what keeps failing says so with the words of the bucket, and no secret', async () => {
  const { simulated, bucket, opened, pauses } = await open()
  simulated.rules.failure = [503, 'SlowDown']
  await assert.rejects(bucket.get('a'), conflict(/answered 503 \(SlowDown\) to GET in figures\.$/))
  assert.deepEqual(pauses, [500, 2000, 6000])
  const away = opened({ endpoint: 'http://127.0.0.1:9' })
  await assert.rejects(away.put('a', Buffer.from('1')), conflict(/cannot be reached: .* refused\./))
})
