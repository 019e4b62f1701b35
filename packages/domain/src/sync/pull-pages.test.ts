import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectorError, type Page, type PlatformRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { pullPages, type ReadAhead, readAhead } from './pull-pages.ts'

function page(number: number, records: number): Page {
  const record = (index: number): PlatformRecord => ({
    type: 'deletion',
    of: 'order',
    id: `${number}-${index}`,
    seenAt: '2026-01-01T00:00:00Z',
  })
  return {
    records: Array.from({ length: records }, (_, index) => record(index)),
    checkpoint: { page: number },
    progress: { done: number, total: null },
    warnings: [],
  }
}

async function* pagesFrom(from: number, last: number, size: number): AsyncGenerator<Page> {
  for (let number = from; number <= last; number++) yield page(number, size)
}

const never = new AbortController().signal

test('every record is written before the checkpoint that covers it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 12 }),
      async (last, size, batch) => {
        const written: string[] = []
        let checkpoint = 0
        await pullPages({
          open: () => pagesFrom(1, last, size),
          async write(records) {
            written.push(...records.map((record) => ('id' in record ? record.id : '')))
          },
          async save(done) {
            checkpoint = Number(done.last.checkpoint.page)
            assert.equal(written.length, checkpoint * size)
          },
          signal: never,
          recordsPerBatch: batch,
          waitMs: 1,
        })
        assert.equal(checkpoint, last)
        assert.equal(new Set(written).size, last * size)
      },
    ),
  )
})

test('what came before a failure is kept, and the failure is thrown', async () => {
  const saved: unknown[] = []
  async function* failing(): AsyncGenerator<Page> {
    yield* pagesFrom(1, 3, 2)
    throw new ConnectorError({ kind: 'transient', message: 'the store is down' })
  }
  const pulled = pullPages({
    open: failing,
    write: async () => {},
    save: async ({ last }) => void saved.push(last.checkpoint.page),
    signal: never,
  })
  await assert.rejects(pulled, /store is down/)
  assert.equal(saved.at(-1), 3)
})

test('a failed write stores no checkpoint', async () => {
  const saved: unknown[] = []
  const pulled = pullPages({
    open: () => pagesFrom(1, 5, 2),
    async write() {
      throw new Error('the disk is full')
    },
    save: async ({ last }) => void saved.push(last),
    signal: never,
  })
  await assert.rejects(pulled, /disk is full/)
  assert.deepEqual(saved, [])
})

test('an aborted signal ends it between two batches', async () => {
  const controller = new AbortController()
  let batches = 0
  const pulled = pullPages({
    open: () => pagesFrom(1, 100, 1),
    write: async () => {},
    async save() {
      if (++batches === 2) controller.abort(new Error('cancelled'))
    },
    signal: controller.signal,
    recordsPerBatch: 1,
  })
  await assert.rejects(pulled, /cancelled/)
  assert.equal(batches, 2)
})

test('while a platform takes its time something else is looked after, which may end the reading', async () => {
  const saved: unknown[] = []
  async function* preparing(signal: AbortSignal): AsyncGenerator<Page> {
    yield page(1, 0)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  }
  let looks = 0
  const pulled = pullPages({
    open: preparing,
    write: async () => {},
    save: async ({ last }) => void saved.push(last.checkpoint.page),
    async between() {
      looks += 1
      if (looks === 3) throw new Error('paused')
    },
    signal: never,
    waitMs: 1,
  })
  await assert.rejects(pulled, /paused/)
  assert.deepEqual([saved, looks], [[1], 3])
})

const upTo = (most: number): ReadAhead<number> => ({ most, weigh: () => 1 })

async function* countTo(last: number, seen: number[] = []): AsyncGenerator<number> {
  for (let number = 1; number <= last; number++) {
    seen.push(number)
    yield number
  }
}

test('items come in order and then the end', async () => {
  const buffer = readAhead(countTo(5), upTo(2))
  const taken: number[] = []
  for (let next = await buffer.take(); next.kind === 'item'; next = await buffer.take()) taken.push(next.item)
  assert.deepEqual(taken, [1, 2, 3, 4, 5])
  assert.deepEqual(await buffer.take(), { kind: 'end' })
})

test('no more is fetched ahead than was asked for', async () => {
  const seen: number[] = []
  const buffer = readAhead(countTo(100, seen), upTo(3))
  await buffer.take()
  await new Promise(setImmediate)
  assert.ok(seen.length <= 4, `fetched ${seen.length}`)
  await buffer.close()
})

test('heavy items are fetched fewer at a time', async () => {
  const seen: number[] = []
  const buffer = readAhead(countTo(100, seen), { most: 10, weigh: () => 6 })
  await new Promise(setImmediate)
  assert.equal(seen.length, 2)
  await buffer.take()
  await new Promise(setImmediate)
  assert.equal(seen.length, 3)
  await buffer.close()
})

test('an error arrives after the items before it', async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1
    yield 2
    throw new Error('the store is down')
  }
  const buffer = readAhead(failing(), upTo(10))
  await new Promise(setImmediate)
  assert.deepEqual(await buffer.take(), { kind: 'item', item: 1 })
  assert.deepEqual(await buffer.take(), { kind: 'item', item: 2 })
  await assert.rejects(buffer.take(), /store is down/)
  await assert.rejects(buffer.take(), /store is down/)
})

test('a taker that waits only so long is told that nothing came', async () => {
  let release = () => {}
  async function* slow(): AsyncGenerator<number> {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    yield 1
  }
  const buffer = readAhead(slow(), upTo(1))
  assert.deepEqual(await buffer.take(1), { kind: 'waiting' })
  release()
  assert.deepEqual(await buffer.take(), { kind: 'item', item: 1 })
})

test('closing lets the source clean up', async () => {
  let cleaned = false
  async function* source(): AsyncGenerator<number> {
    try {
      for (;;) yield 1
    } finally {
      cleaned = true
    }
  }
  const buffer = readAhead(source(), upTo(2))
  await buffer.take()
  await buffer.close()
  assert.equal(cleaned, true)
})
