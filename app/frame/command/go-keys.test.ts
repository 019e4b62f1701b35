import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GoStep, readGoKey } from './go-keys.ts'

const targets = [
  { goKey: 'S', to: '/shop/a' },
  { goKey: 'C', to: '/shop/a/campaigns' },
]

function press(key: string, began: number | undefined, at = 1000): GoStep {
  return readGoKey({ key, at, began }, targets)
}

test('G and a letter go to a page, in either case', () => {
  assert.deepEqual(press('g', undefined), { kind: 'begin' })
  assert.deepEqual(press('c', 900), { kind: 'go', to: '/shop/a/campaigns' })
  assert.deepEqual(press('S', 900), { kind: 'go', to: '/shop/a' })
})

test('a letter without G, too late after it, or that leads nowhere is somebody else’s', () => {
  assert.deepEqual(press('c', undefined), { kind: 'none' })
  assert.deepEqual(press('c', 900, 9000), { kind: 'none' })
  assert.deepEqual(press('x', 900), { kind: 'none' })
})

test('G after G begins anew', () => {
  assert.deepEqual(press('g', 900), { kind: 'begin' })
})
