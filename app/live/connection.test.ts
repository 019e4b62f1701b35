import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnection, type StreamListener } from './connection.ts'

/** A fake browser whose streams and timers the test controls. */
function createBrowser() {
  const opened: { known: string; listener: StreamListener; isOpen: boolean }[] = []
  let timer: { milliseconds: number; work: () => void } | undefined
  const heard: string[] = []
  const connection = createConnection(
    {
      open(known, listener) {
        const stream = { known, listener, isOpen: true }
        opened.push(stream)
        return () => {
          stream.isOpen = false
        }
      },
      after(milliseconds, work) {
        const own = { milliseconds, work }
        timer = own
        return () => {
          if (timer === own) timer = undefined
        }
      },
      random: () => 1,
    },
    { known: '5', heard: (state) => void heard.push(state) },
  )
  return {
    connection,
    opened,
    heard,
    latest: () => opened.at(-1)?.listener,
    standing: () => opened.filter(({ isOpen }) => isOpen).length,
    waits: () => timer?.milliseconds,
    pass() {
      const { work } = timer ?? {}
      timer = undefined
      work?.()
    },
  }
}

test('a stream is asked for what the page knows, and has ten seconds to begin', () => {
  const { connection, opened, waits, pass, standing } = createBrowser()
  assert.equal(standing(), 0)
  connection.resume()
  assert.deepEqual([opened[0]?.known, waits()], ['5', 10_000])
  pass()
  assert.deepEqual([standing(), waits()], [0, 1_000])
  pass()
  assert.deepEqual([standing(), waits()], [1, 10_000])
})

test('signs of life keep it; one that is overdue by ten seconds ends it, and the next catches up', () => {
  const { connection, opened, latest, waits, pass, standing, heard } = createBrowser()
  connection.resume()
  latest()?.heard('5')
  assert.equal(waits(), 40_000)
  latest()?.heard('8')
  latest()?.beat()
  assert.equal(waits(), 40_000)
  pass()
  assert.equal(standing(), 0)
  pass()
  assert.equal(opened.at(-1)?.known, '8')
  assert.deepEqual(heard, ['5', '8'])
})

test('each failure in a row doubles the pause, up to five minutes; a word resets it', () => {
  const { connection, latest, waits, pass } = createBrowser()
  connection.resume()
  const pauses: (number | undefined)[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    latest()?.failed()
    pauses.push(waits())
    pass()
  }
  assert.deepEqual(pauses.slice(0, 4), [1_000, 2_000, 4_000, 8_000])
  assert.equal(pauses.at(-1), 300_000)
  latest()?.heard('5')
  latest()?.failed()
  assert.equal(waits(), 1_000)
})

test('a hidden page holds no stream and no timer; it goes on at once when it is seen, without doubling', () => {
  const { connection, latest, waits, standing, opened } = createBrowser()
  connection.resume()
  latest()?.heard('6')
  connection.pause()
  assert.deepEqual([standing(), waits()], [0, undefined])
  connection.resume()
  connection.resume()
  assert.deepEqual([standing(), opened.at(-1)?.known], [1, '6'])
  latest()?.failed()
  assert.equal(standing(), 0)
  connection.resume()
  assert.deepEqual([standing(), waits()], [1, 10_000])
})
