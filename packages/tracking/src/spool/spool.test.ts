import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, type TestContext, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'
import type { SegmentHandle } from './writer.ts'

const roomy = 1024 * 1024

function newFolder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'spool-'))
  t.after(() => rmSync(dir, { recursive: true }))
  return dir
}

async function openAt(t: TestContext, dir: string, more: Partial<SpoolOptions> = {}): Promise<Spool> {
  const spool = await openSpool({ dir, mostBytes: roomy, ...more })
  t.after(() => spool.close())
  return spool
}

/** Reads everything that waits, in portions of `mostBytes`. */
async function drain(spool: Spool, mostBytes = roomy): Promise<string[]> {
  const all: string[] = []
  for (let batch = await spool.read(mostBytes); batch !== undefined; batch = await spool.read(mostBytes)) {
    all.push(...batch.records)
    await spool.take(batch.end)
  }
  return all
}

const segmentsIn = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.events'))
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `record ${n} ${'ü'.repeat(n % 7)}`)
const isUnavailable = (error: unknown) => isAppError(error) && error.code === 'unavailable'

suite('the spool', () => {
  test('gives back what it was given, in order, in portions, and once', async (t) => {
    const spool = await openAt(t, newFolder(t), { segmentBytes: 300 })
    const texts = numbered(100)
    await Promise.all(texts.map((text) => spool.append(text)))
    assert.deepEqual(await drain(spool, 64), texts)
    assert.equal(await spool.read(64), undefined)
    assert.equal(spool.heldBytes(), 0)
  })

  test('keeps everything for the next process, and only what was not taken', async (t) => {
    const dir = newFolder(t)
    const first = await openSpool({ dir, mostBytes: roomy, segmentBytes: 200 })
    for (const text of numbered(20)) await first.append(text)
    const batch = await first.read(100)
    assert.ok(batch)
    await first.take(batch.end)
    await first.close()
    const second = await openAt(t, dir)
    await second.append('later')
    assert.deepEqual([...batch.records, ...(await drain(second))], [...numbered(20), 'later'])
    assert.deepEqual(segmentsIn(dir).length, 1, 'what is taken is removed, up to the file that is written to')
  })

  test('belongs to one process', async (t) => {
    const dir = newFolder(t)
    await openAt(t, dir)
    await assert.rejects(
      openSpool({ dir, mostBytes: roomy }),
      (error) => isAppError(error) && error.code === 'conflict',
    )
  })

  test('drops a torn end, says so, and goes on behind it', async (t) => {
    for (const tail of [Buffer.from([1]), Buffer.from([200, 0, 0, 0, 1, 2, 3, 4, 5]), Buffer.alloc(40), null]) {
      const dir = newFolder(t)
      const first = await openSpool({ dir, mostBytes: roomy })
      for (const text of ['one', 'two', 'three']) await first.append(text)
      await first.close()
      const file = join(dir, segmentsIn(dir)[0] ?? '')
      if (tail !== null) appendFileSync(file, tail)
      else writeFileSync(file, readFileSync(file).subarray(0, -2))
      const torn: number[] = []
      const second = await openAt(t, dir, { onTorn: ({ bytes }) => torn.push(bytes) })
      await second.append('four')
      assert.deepEqual(await drain(second), ['one', 'two', ...(tail === null ? [] : ['three']), 'four'])
      assert.deepEqual(torn, [tail === null ? 8 + 'three'.length - 2 : tail.length])
    }
  })

  test('a record with other bytes than were written is not given back', async (t) => {
    const dir = newFolder(t)
    const first = await openSpool({ dir, mostBytes: roomy })
    await first.append('a record that will be changed')
    await first.close()
    const file = join(dir, segmentsIn(dir)[0] ?? '')
    const bytes = readFileSync(file)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    writeFileSync(file, bytes)
    assert.deepEqual(await drain(await openAt(t, dir)), [])
  })

  test('is bounded, and takes more when room was made', async (t) => {
    const spool = await openAt(t, newFolder(t), { mostBytes: 200 })
    await spool.append('x'.repeat(150))
    await assert.rejects(spool.append('y'.repeat(100)), isUnavailable)
    assert.equal((await drain(spool)).length, 1)
    await spool.append('y'.repeat(100))
    assert.deepEqual(await drain(spool), ['y'.repeat(100)])
  })

  test('many writers share one wait for the disk', async (t) => {
    let waits = 0
    const spool = await openAt(t, newFolder(t), { create: (path) => countingFile(path, () => (waits += 1)) })
    await Promise.all(numbered(3000).map((text) => spool.append(text)))
    assert.ok(waits <= 3, `${waits} waits for 3000 records`)
  })

  test('answers only for what the disk has taken: after a failure nothing is lost and nothing is promised', async (t) => {
    let failing = false
    const dir = newFolder(t)
    const spool = await openAt(t, dir, {
      create: (path) =>
        countingFile(path, () => {
          if (failing) throw new Error('the disk is gone')
        }),
    })
    await spool.append('before')
    failing = true
    await assert.rejects(spool.append('meanwhile'), isUnavailable)
    failing = false
    await spool.append('after')
    assert.deepEqual(await drain(spool), ['before', 'after'])
  })

  test('tells whoever waits that something came in', async (t) => {
    const spool = await openAt(t, newFolder(t))
    const filled = spool.whenFilled(new AbortController().signal)
    await spool.append('one')
    await filled
    await spool.whenFilled(new AbortController().signal)
    await drain(spool)
    const stop = new AbortController()
    const stopped = spool.whenFilled(stop.signal)
    stop.abort()
    await stopped
  })
})

async function countingFile(path: string, onSync: () => unknown): Promise<SegmentHandle> {
  const file = await open(path, 'wx')
  return {
    writev: (records) => file.writev(records),
    async datasync() {
      onSync()
      await file.datasync()
    },
    close: () => file.close(),
  }
}
