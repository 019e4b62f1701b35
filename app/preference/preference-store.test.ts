import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type JsonObject, mergePatch } from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'
import { complete, defaultPreference } from './complete.ts'
import { createPreferenceStore, Refused } from './preference-store.ts'

/** A server, with tabs of one person connected to it. */
function openServer() {
  let stored: JsonObject = defaultPreference
  let lock: Promise<void> = Promise.resolve()
  let fault: Error | undefined
  const sent: JsonObject[] = []
  const tabs: { heard: (preference: Preference) => void; run: () => void }[] = []
  const write = (change: JsonObject): Preference => {
    sent.push(change)
    stored = mergePatch(stored, change)
    return complete(stored)
  }
  return {
    sent,
    stored: () => complete(stored),
    failWith(error: Error | undefined) {
      fault = error
    },
    /** Waits until all debounced saves of all tabs are done. */
    async settle() {
      for (let round = 0; round < 4; round += 1) {
        for (const tab of tabs) tab.run()
        await lock
        await new Promise(setImmediate)
      }
    },
    openTab(initial = complete(stored)) {
      let waiting: (() => void) | undefined
      const failures: unknown[] = []
      const store = createPreferenceStore(initial, {
        exclusively(work) {
          const mine = lock.then(work)
          lock = mine.catch(() => {})
          return mine
        },
        read: async () => complete(stored),
        async write(change) {
          await Promise.resolve()
          if (fault) throw fault
          return write(change)
        },
        writeLeaving: (change) => void write(change),
        soon(work) {
          waiting = work
        },
        share: (preference) => {
          for (const tab of tabs) if (tab !== own) tab.heard(preference)
        },
        failed: (what, cause) => void failures.push(what, cause),
      })
      const own = {
        heard: store.adopt,
        run() {
          const work = waiting
          waiting = undefined
          work?.()
        },
      }
      tabs.push(own)
      return { store, failures }
    },
  }
}

const pin = (...pins: string[]) => ({ summary: { stats: { pins } } })
const size = (key: string, value: number) => ({ summary: { stats: { [key]: { size: value } } } })

suite('a change', () => {
  test('is shown at once and saved with the ones that follow quickly', async () => {
    const server = openServer()
    const { store } = server.openTab()
    let told = 0
    const stop = store.subscribe(() => void (told += 1))
    store.change(pin('a.b'))
    store.change({ summary: { layout: { fluid: true } } })
    assert.deepEqual(store.current().summary.stats.pins, ['a.b'])
    assert.deepEqual([told, server.sent.length], [2, 0])
    await server.settle()
    assert.equal(server.sent.length, 1)
    assert.deepEqual(server.stored(), store.current())
    assert.equal(told, 2, 'the answer brings nothing new')
    stop()
    store.change(pin())
    assert.equal(told, 2)
  })

  test('keeps what another tab has written meanwhile, and reaches it', async () => {
    const server = openServer()
    const [one, two] = [server.openTab(), server.openTab()]
    one.store.change(size('own.a', 1))
    two.store.change(size('own.b', 2))
    await server.settle()
    const stats = { pins: [], 'own.a': { size: 1 }, 'own.b': { size: 2 } }
    for (const preference of [server.stored(), one.store.current(), two.store.current()]) {
      assert.deepEqual(preference.summary.stats, stats)
    }
  })

  test('that another tab makes does not undo what is not saved yet', async () => {
    const server = openServer()
    const [one, two] = [server.openTab(), server.openTab()]
    one.store.change({ theme: 'dark' })
    two.store.adopt({ ...defaultPreference, decimal: 0 })
    one.store.adopt({ ...defaultPreference, decimal: 0 })
    assert.deepEqual([one.store.current().theme, one.store.current().decimal], ['dark', 0])
    await server.settle()
    assert.equal(two.store.current().theme, 'dark')
  })

  test('made while another is being saved is saved after it', async () => {
    const server = openServer()
    const { store } = server.openTab()
    store.change(size('own.a', 1))
    const settled = server.settle()
    store.change(size('own.b', 2))
    await settled
    await server.settle()
    assert.deepEqual(Object.keys(server.stored().summary.stats), ['pins', 'own.a', 'own.b'])
  })

  test('that fails is kept and goes with the next one', async () => {
    const server = openServer()
    const { store, failures } = server.openTab()
    const outage = new Error('offline')
    server.failWith(outage)
    store.change(pin('a.b'))
    await server.settle()
    assert.deepEqual([failures, store.current().summary.stats.pins], [['write', outage], ['a.b']])
    server.failWith(undefined)
    await server.settle()
    assert.equal(server.sent.length, 0, 'not by itself')
    store.change({ theme: 'dark' })
    await server.settle()
    assert.deepEqual([server.stored().theme, server.stored().summary.stats.pins], ['dark', ['a.b']])
  })

  test('that is refused does not take later ones with it', async () => {
    const server = openServer()
    const { store, failures } = server.openTab()
    server.failWith(new Refused('400'))
    store.change(pin('nonsense'))
    await server.settle()
    assert.deepEqual([failures[0], failures.length, store.current().summary.stats.pins], ['write', 2, ['nonsense']])
    server.failWith(undefined)
    store.change({ theme: 'dark' })
    await server.settle()
    assert.deepEqual([store.current().theme, store.current().summary.stats.pins], ['dark', []])
  })

  test('right before the page is left is sent alone', async () => {
    const server = openServer()
    const { store } = server.openTab()
    store.leave()
    store.change(size('own.a', 1))
    store.leave()
    assert.deepEqual(server.sent, [size('own.a', 1)])
    await server.settle()
    store.leave()
    assert.equal(server.sent.length, 2, 'and once more with the page that stayed')
  })
})
