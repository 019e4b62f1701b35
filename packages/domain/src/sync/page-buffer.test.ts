import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadAhead, readAhead } from './pull-pages.ts'

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
