import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftBehind } from './preference-store.ts'

/** The part of `Storage` that is used. */
function fakeStorage(kept: Map<string, string>): Storage {
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
}

test('what a page leaves behind is taken once, soon, and by its own name', () => {
  const kept = new Map<string, string>()
  const open = (name: string) => leftBehind(name, () => fakeStorage(kept))
  open('one').keep({ theme: 'dark' })
  assert.equal(open('two').take(), undefined)
  assert.deepEqual(open('one').take(), { theme: 'dark' })
  assert.equal(open('one').take(), undefined)
  open('one').keep({ theme: 'dark' })
  open('one').forget()
  assert.equal(open('one').take(), undefined)
  for (const text of ['{', '7', '{"at":1,"change":{"theme":"dark"}}', '{"at":"x","change":{}}']) {
    kept.set('one', text)
    assert.equal(open('one').take(), undefined, text)
  }
})

test('a browser that keeps nothing is no failure', () => {
  const none = leftBehind('one', () => {
    throw new Error('denied')
  })
  none.keep({ theme: 'dark' })
  assert.equal(none.take(), undefined)
})
