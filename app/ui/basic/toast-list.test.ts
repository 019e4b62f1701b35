import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { closeToast, currentToasts, showToast, subscribeToToasts } from './toast-list.ts'

function texts(): string[] {
  return currentToasts().map(({ text }) => text)
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  mock.timers.runAll()
  mock.timers.reset()
})

test('at most five toasts are kept, the oldest goes first, and listeners hear of every change', () => {
  let calls = 0
  const stop = subscribeToToasts(() => {
    calls += 1
  })
  for (const text of ['1', '2', '3', '4', '5', '6', '7']) showToast(text)
  assert.deepEqual(texts(), ['3', '4', '5', '6', '7'])
  assert.equal(calls, 7)
  stop()
})

test('a closed toast leaves first and then goes off the list', () => {
  for (const text of ['1', '2']) showToast(text)
  const [first] = currentToasts()
  closeToast(first?.id ?? 0)
  assert.deepEqual(
    currentToasts().map(({ text, isOpen }) => [text, isOpen]),
    [
      ['1', false],
      ['2', true],
    ],
  )
  mock.timers.tick(150)
  assert.deepEqual(texts(), ['2'])
})

test('closing twice, or what is gone already, changes nothing', () => {
  showToast('only')
  const [only] = currentToasts()
  closeToast(only?.id ?? 0)
  const leaving = currentToasts()
  closeToast(only?.id ?? 0)
  closeToast(-1)
  assert.equal(currentToasts(), leaving)
})

test('a toast that comes while another leaves stays', () => {
  showToast('old')
  const [old] = currentToasts()
  closeToast(old?.id ?? 0)
  showToast('new', 'failed', { label: 'Undo', run: () => undefined })
  mock.timers.tick(150)
  assert.deepEqual(texts(), ['new'])
  assert.equal(currentToasts()[0]?.action?.label, 'Undo')
})
