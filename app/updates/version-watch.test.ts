import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { watchVersion } from './version-watch.ts'

/** A server with scripted responses, and timers that the test controls. */
function play(results: readonly (string | undefined | Error)[], isOwn = true) {
  const left = [...results]
  const found: string[] = []
  const timers: { milliseconds: number; work: () => void }[] = []
  let asked = 0
  const watch = watchVersion(
    {
      async ask() {
        asked += 1
        const result = left.shift()
        if (result instanceof Error) throw result
        return result === undefined ? undefined : { id: result, isOwn }
      },
      after(milliseconds, work) {
        const timer = { milliseconds, work }
        timers.push(timer)
        return () => {
          timers.splice(timers.indexOf(timer) >>> 0, 1)
        }
      },
      random: () => 0.5,
    },
    (id) => void found.push(id),
  )
  const pass = async (least: number): Promise<number | undefined> => {
    await turn()
    const timer = timers.find(({ milliseconds }) => milliseconds >= least)
    if (timer) timers.splice(timers.indexOf(timer), 1)
    timer?.work()
    await turn()
    return timer?.milliseconds
  }
  return { watch, found, timers, asked: () => asked, pass }
}

const poll = 100_000

test('another build than before is found, once', async () => {
  const { found, pass } = play(['a', 'a', 'b', 'b', 'c'])
  for (let times = 0; times < 4; times += 1) assert.equal(await pass(poll), 300_000)
  assert.deepEqual(found, ['b', 'c'])
})

test('a page that was made by an older build finds the newer one with the first answer', async () => {
  const { found } = play(['b'], false)
  await turn()
  assert.deepEqual(found, ['b'])
})

test('while nobody answers the questions become rare, and nothing is concluded', async () => {
  const { found, pass } = play(['a', undefined, new Error('offline'), undefined, undefined, undefined, 'a'])
  const pauses: (number | undefined)[] = []
  for (let times = 0; times < 7; times += 1) pauses.push(await pass(poll))
  assert.deepEqual(pauses, [300_000, 600_000, 1_200_000, 2_400_000, 3_600_000, 3_600_000, 300_000])
  assert.deepEqual(found, [])
})

test('a page that is seen again asks at once, but not twice in half a minute', async () => {
  const { watch, asked, pass, timers } = play(['a', 'a', 'a'])
  await turn()
  watch.look()
  assert.equal(asked(), 1)
  assert.equal(await pass(30_000), 30_000)
  watch.look()
  watch.look()
  await turn()
  assert.equal(asked(), 2)
  assert.equal(timers.filter(({ milliseconds }) => milliseconds > poll).length, 1)
  watch.stop()
  assert.equal(timers.length, 0)
})
