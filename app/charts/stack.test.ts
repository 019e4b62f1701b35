import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stackPaths } from './stack.ts'

const axis = { min: 0, max: 100, ticks: [] }

test('parts stand on each other, and the fullest bar reaches the top', () => {
  assert.deepEqual(
    stackPaths(
      [
        [25, 0],
        [75, 50],
      ],
      axis,
    ),
    ['M1,300H9V225H1Z', 'M1,225H9V0H1ZM11,300H19V150H11Z'],
  )
})

test('what is negative has no length, and moves nothing', () => {
  assert.deepEqual(stackPaths([[-20], [50]], axis), ['', 'M1,300H9V150H1Z'])
})
