import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import {
  acceptsType,
  checkBucketName,
  checkName,
  createFolderStore,
  createGrantSigner,
  createPictures,
  describeTransform,
  readPlace,
  readTransform,
  StorageError,
} from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'tillsight-files-'))
after(() => rm(folder, { recursive: true, force: true }))

const roomy = async () => ({ bavail: 1e9, bsize: 4096, blocks: 1e9 })
const version = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`
const failsWith = (code: string) => (error: unknown) => error instanceof StorageError && error.code === code

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

suite('a name', () => {
  test('is what the protocol allows, and nothing that a disk could take otherwise', () => {
    for (const good of ['a', 'dir/a b.png', "it's (1)!.txt", 'a=1&b=2', 'x'.repeat(255)])
      assert.equal(checkName(good), good)
    const bad = [
      '',
      '/',
      'a/',
      '/a',
      'a//b',
      '.',
      '..',
      '../a',
      'a/../b',
      'a/./b',
      'a\\b',
      'a%2fb',
      'ä',
      'a\0b',
      'a\nb',
      'a~',
      'x'.repeat(256),
    ]
    for (const name of bad) assert.throws(() => checkName(name), failsWith('InvalidKey'), name)
    for (const name of ['', '..', ' a', 'a/b', 'x'.repeat(101)])
      assert.throws(() => checkBucketName(name), StorageError)
  })

  test('is decoded once, and then checked', () => {
    assert.deepEqual(readPlace('b/a%20b.png'), { bucket: 'b', name: 'a b.png' })
    for (const path of ['b/%2e%2e/c', 'b/..%2fc', 'b/a%00', 'b/a%5cb', 'b/%252e%252e', 'b/%', '/a', 'b', 'b/']) {
      assert.throws(() => readPlace(path), StorageError, path)
    }
  })

  test('that is accepted has no segment that leads elsewhere, whatever it is made of', () => {
    const letters = fc.constantFrom('.', '/', 'a', '%', '\\', '\0', ' ', '2', 'e', 'f')
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
        try {
          const { name, bucket } = readPlace(`b/${parts.join('')}`)
          assert.equal(new URL(`http://h/${bucket}/${name}`).pathname.startsWith('/b/'), true)
          assert.equal(join('/x', bucket, name).startsWith('/x/b/'), true)
        } catch (error) {
          assert.ok(error instanceof StorageError)
        }
      }),
    )
  })
})

suite('a folder of files', () => {
  test('keeps bytes under an id, whole or in part, for this user alone', async () => {
    const dir = join(folder, 'kept')
    const store = createFolderStore(dir, { readSpace: roomy })
    const written = await store.put(version('1'), pieces('hello ', 'world'))
    assert.deepEqual([written.size, written.md5], [11, '5eb63bbbe01eeed093cb22bb8f5acdc3'])
    const text = async (range?: { start: number; end: number }) => {
      const bytes = await store.get(version('1'), range)
      return bytes && Buffer.concat(await bytes.toArray()).toString()
    }
    assert.equal(await text(), 'hello world')
    assert.equal(await text({ start: 6, end: 8 }), 'wor')
    assert.equal((await stat(join(dir, '00', version('1')))).mode & 0o777, 0o600)
    assert.equal((await stat(join(dir, '00'))).mode & 0o777, 0o700)
    await store.remove(version('1'))
    await store.remove(version('1'))
    assert.equal(await text(), undefined)
    await assert.rejects(async () => store.put('../../etc/x', pieces('x')))
  })

  test('holds nothing half of a writer that broke off, and sweeps nothing of one that is at it', async () => {
    const dir = join(folder, 'broken')
    const store = createFolderStore(dir, { readSpace: roomy })
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      throw new StorageError('EntityTooLarge')
    }
    await assert.rejects(store.put(version('2'), broken()), failsWith('EntityTooLarge'))
    assert.deepEqual(await readdir(join(dir, '00')), [])
    await writeFile(join(dir, '00', `${version('3')}.part`), 'killed')
    for await (const { version: found } of store.list()) assert.fail(found)
    assert.deepEqual(await readdir(join(dir, '00')), [`${version('3')}.part`])
    assert.equal(await store.get(version('3')), undefined)
  })

  test('takes nothing when the disk is nearly full', async () => {
    const full = createFolderStore(join(folder, 'full'), {
      readSpace: async () => ({ bavail: 10, bsize: 4096, blocks: 1e9 }),
    })
    await assert.rejects(
      full.put(version('4'), pieces('x')),
      (error) => isAppError(error) && error.code === 'unavailable',
    )
  })
})

suite('a signed address', () => {
  const key = new Uint8Array(32).fill(7)
  const clock = fixedClock('2026-06-30T12:00:00Z')
  const signer = createGrantSigner(key, clock)
  const grant = { url: 'b/a.png', scope: 'download', sub: 'service' } as const

  test('opens its object for its use, until it ends', async () => {
    const token = await signer.sign(grant, 60)
    assert.equal((await signer.read(token, grant)).expiresAt.toISOString(), '2026-06-30T12:01:00.000Z')
    await assert.rejects(signer.read(token, { ...grant, url: 'b/b.png' }), failsWith('InvalidSignature'))
    await assert.rejects(signer.read(token, { ...grant, scope: 'upload' }), failsWith('InvalidSignature'))
    const later = createGrantSigner(key, fixedClock('2026-06-30T12:01:01Z'))
    await assert.rejects(later.read(token, grant), failsWith('ExpiredToken'))
  })

  test('is refused when it was forged, whatever algorithm it names', async () => {
    const token = await signer.sign(grant, 60)
    const [head = '', payload = '', mark = ''] = token.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const other = await createGrantSigner(new Uint8Array(32).fill(8), clock).sign(grant, 60)
    const longer = await new SignJWT({ ...grant })
      .setProtectedHeader({ alg: 'HS512' })
      .setExpirationTime('1h')
      .sign(new Uint8Array(64).fill(7))
    const endless = await new SignJWT({ ...grant }).setProtectedHeader({ alg: 'HS256' }).sign(key)
    for (const forged of ['', 'x.y.z', none, other, longer, endless, `${head}.${payload}x.${mark}`]) {
      await assert.rejects(signer.read(forged, grant), failsWith('InvalidJWT'), forged)
    }
  })
})

suite('a picture', () => {
  const pictures = createPictures()
  const source = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: 'red' } })

  test('is shown as asked, never larger than it is unless stretched', async () => {
    const bytes = await source(400, 300).jpeg().toBuffer()
    const sizeOf = async (transform: Parameters<typeof readTransform>[0]) => {
      const picture = await pictures.transformed(bytes, readTransform(transform))
      const { width, height, format } = await sharp(picture.bytes).metadata()
      return [width, height, format, picture.type]
    }
    assert.deepEqual(await sizeOf({ width: '100', height: '100' }), [100, 100, 'jpeg', 'image/jpeg'])
    assert.deepEqual(await sizeOf({ width: 100, height: 100, resize: 'contain' }), [100, 75, 'jpeg', 'image/jpeg'])
    assert.deepEqual(await sizeOf({ width: 100, height: 20, resize: 'fill' }), [100, 20, 'jpeg', 'image/jpeg'])
    assert.deepEqual(await sizeOf({ width: 9999, resize: 'contain' }), [400, 300, 'jpeg', 'image/jpeg'])
    assert.deepEqual(await sizeOf({ format: 'webp', quality: 20 }), [400, 300, 'webp', 'image/webp'])
    assert.throws(() => readTransform({ format: 'svg' }), failsWith('InvalidParameter'))
    assert.throws(() => readTransform({ quality: 5 }), failsWith('InvalidParameter'))
    const told = describeTransform({ width: 200, height: 200, quality: 60 })
    assert.equal(told, 'height:200,width:200,resizing_type:fill,quality:60')
  })

  test('is refused when it is a bomb, a program, cut off or none', async () => {
    const bomb = await source(9000, 6000).png({ compressionLevel: 9 }).toBuffer()
    assert.ok(bomb.length < 1_000_000)
    const jpeg = await source(900, 900).jpeg().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
    const mixed = Buffer.concat([Buffer.from('GIF89a<script>alert(1)</script>'), Buffer.alloc(64)])
    for (const bytes of [bomb, svg, mixed, jpeg.subarray(0, jpeg.length / 2), new Uint8Array()]) {
      await assert.rejects(pictures.transformed(bytes, {}), failsWith('InvalidRequest'))
      await assert.rejects(pictures.asAvatar(bytes), failsWith('InvalidRequest'))
    }
  })

  test('keeps its format without what it tells of its place', async () => {
    const tagged = await source()
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    const { bytes, type } = await pictures.cleaned(tagged)
    const { exif, format } = await sharp(bytes).metadata()
    assert.deepEqual([exif, format, type], [undefined, 'jpeg', 'image/jpeg'])
  })

  test('waits for others, and is sent away when too many wait', async () => {
    const bytes = await source().png().toBuffer()
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => pictures.transformed(bytes, { width: 10 })))
    const refused = all.filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 60 - 34)
    for (const one of refused) assert.ok(one.status === 'rejected' && failsWith('SlowDown')(one.reason))
    await pictures.transformed(bytes, { width: 10 })
  })
})

test('a type is accepted exactly, or as one of its group', () => {
  assert.ok(acceptsType({ types: null }, 'anything/x'))
  assert.ok(acceptsType({ types: ['image/png'] }, 'Image/PNG; q=1'))
  assert.ok(acceptsType({ types: ['image/*'] }, 'image/webp'))
  assert.ok(!acceptsType({ types: ['image/*'] }, 'images/webp'))
  assert.ok(!acceptsType({ types: ['image/png'] }, 'image/svg+xml'))
})
