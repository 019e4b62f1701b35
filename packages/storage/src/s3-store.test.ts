import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemClock } from '@tillsight/core'
import { createHttpClient } from '@tillsight/platforms/connectors'
import { bucketKey, startBucket } from './bucket.testing.ts'
import { createS3Store } from './index.ts'
import { openBucket } from './s3.ts'

const version = '01234567-89ab-4def-8123-456789abcdef'

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

test('a bucket keeps files as a folder does, and no connection stays open', async () => {
  const simulated = await startBucket({ after })
  const { accessKeyId, secretAccessKey } = bucketKey
  let open = 0
  const store = createS3Store(() => {
    open += 1
    const log = { debug() {}, warn() {} }
    const http = createHttpClient({
      log,
      clock: systemClock,
      userAgent: 'test',
      allowPrivateAddresses: true,
      pace: 'off',
    })
    const place = {
      endpoint: simulated.endpoint,
      region: 'us-east-1',
      bucket: 'b',
      prefix: 'p',
      pathStyle: true,
      accessKeyId,
    }
    const close = (): void => {
      open -= 1
      http.close()
    }
    return { bucket: openBucket({ http, clock: systemClock }, { place, secretAccessKey }), close }
  })
  const written = await store.put(version, pieces('hello ', 'world'))
  assert.deepEqual([written.size, written.md5], [11, '5eb63bbbe01eeed093cb22bb8f5acdc3'])
  assert.deepEqual([...simulated.objects.keys()], [`/b/p/files/01/${version}`])
  const text = async (range?: { start: number; end: number }) => {
    const bytes = await store.get(version, range)
    return bytes && Buffer.concat(await bytes.toArray()).toString()
  }
  assert.equal(await text(), 'hello world')
  assert.equal(await text({ start: 6, end: 8 }), 'wor')
  const listed: string[] = []
  for await (const stored of store.list()) listed.push(stored.version)
  assert.deepEqual(listed, [version])
  const left = await store.get(version)
  left?.destroy()
  await store.remove(version)
  await store.remove(version)
  assert.equal(await text(), undefined)
  await assert.rejects(
    store.put(
      version,
      (async function* (): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half')
        throw new Error('broke off')
      })(),
    ),
    /broke off/,
  )
  assert.equal(simulated.objects.size, 0)
  await new Promise((done) => setImmediate(done))
  assert.equal(open, 0)
})
