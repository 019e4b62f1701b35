import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeToast, currentToasts, showToast, subscribeToToasts } from './toast-list.ts'

test('at most five toasts are kept, the oldest goes first, and listeners hear of every change', () => {
  let calls = 0
  const stop = subscribeToToasts(() => {
    calls += 1
  })
  for (const text of ['1', '2', '3', '4', '5', '6', '7']) showToast(text)
  assert.deepEqual(
    currentToasts().map(({ text }) => text),
    ['3', '4', '5', '6', '7'],
  )
  const [first] = currentToasts()
  if (first) closeToast(first.id)
  assert.deepEqual(
    currentToasts().map(({ text }) => text),
    ['4', '5', '6', '7'],
  )
  assert.equal(calls, 8)
  stop()
})
