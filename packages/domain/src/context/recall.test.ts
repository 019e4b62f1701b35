import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFactsMemory, rememberedWhenDone } from './facts-memory.ts'
import { createRecall } from './recall.ts'

function start({ room = 10 }: { readonly room?: number } = {}) {
  let now = 0
  const asked: string[] = []
  const memory = createRecall<string>({
    clock: { now: () => new Date(now) },
    longestMs: 1000,
    room,
    weigh: (result) => result.length,
  })
  const recall = (query: string, ask: () => Promise<string>) => {
    const place = memory.at(query)
    return place.known ?? place.keep(ask())
  }
  return {
    asked,
    wait: (ms: number) => {
      now += ms
    },
    ask: (query: string, result = query) =>
      recall(query, async () => {
        asked.push(query)
        return result
      }),
    recall,
  }
}

test('the same question is asked once, also by two who ask at the same time', async () => {
  const { ask, asked } = start()
  assert.deepEqual(await Promise.all([ask('a', 'x'), ask('a', 'y')]), ['x', 'x'])
  assert.equal(await ask('a', 'z'), 'x')
  assert.equal(await ask('b', 'z'), 'z')
  assert.deepEqual(asked, ['a', 'b'])
})

test('an answer is asked for anew when its time is over, however often it was used', async () => {
  const { ask, asked, wait } = start()
  await ask('a')
  wait(999)
  await ask('a')
  wait(1)
  await ask('a')
  assert.deepEqual(asked, ['a', 'a'])
})

test('a failure is told to everybody who waits for it and is not remembered', async () => {
  const { recall, ask } = start()
  const fail = () => recall('a', () => Promise.reject(new Error('no answer')))
  await Promise.all([assert.rejects(fail(), /no answer/), assert.rejects(fail(), /no answer/)])
  assert.equal(await ask('a', 'x'), 'x')
})

test('when there is no room for all of them, what nobody asked for the longest goes', async () => {
  const { ask, asked } = start({ room: 4 })
  await ask('aa')
  await ask('bb')
  await ask('aa')
  await ask('cc')
  assert.deepEqual(asked, ['aa', 'bb', 'cc'])
  await ask('aa')
  await ask('cc')
  assert.deepEqual(asked, ['aa', 'bb', 'cc'])
  await ask('bb')
  assert.deepEqual(asked, ['aa', 'bb', 'cc', 'bb'])
})

test('an answer that is larger than all the room is given and not kept', async () => {
  const { ask, asked } = start({ room: 4 })
  assert.equal(await ask('large'), 'large')
  await ask('large')
  assert.deepEqual(asked, ['large', 'large'])
})

test('an answer whose asker may stop waiting is remembered once it is there: nobody else waits for it', async () => {
  const shared = createFactsMemory({ now: () => new Date(0) })
  const { firstDays } = rememberedWhenDone(shared)
  const stopped = firstDays.at('a').keep(Promise.reject(new Error('gone')))
  assert.equal(shared.firstDays.at('a').known, undefined)
  await assert.rejects(stopped, /gone/)
  const asked = Promise.withResolvers<null>()
  const waiting = firstDays.at('a').keep(asked.promise)
  assert.equal(shared.firstDays.at('a').known, undefined)
  asked.resolve(null)
  assert.equal(await waiting, null)
  assert.equal(await shared.firstDays.at('a').known, null)
  assert.equal(await firstDays.at('a').known, null)
})
