import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderNode, otherChannels, toFlowPaths, withoutEmpty } from './flow-paths.ts'

test('short journeys leave columns out, long ones keep their first three touchpoints and their last', () => {
  assert.deepEqual(
    toFlowPaths([
      { steps: ['email'], orders: 2 },
      { steps: ['a', 'b', 'c', 'd', 'e'], orders: 1 },
    ]),
    [
      { value: 2, steps: ['email', undefined, undefined, undefined, orderNode] },
      { value: 1, steps: ['a', 'b', 'c', 'e', orderNode] },
    ],
  )
})

const channels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ steps: [`channel ${index}`], orders: 20 - index }))

test('what is rare in a column is put together, and no order is lost', () => {
  const paths = channels(12)
  const flow = toFlowPaths(paths)
  assert.equal(new Set(flow.map(({ steps }) => steps[0])).size, 6)
  assert.deepEqual(
    flow.filter(({ steps }) => steps[0] === otherChannels).map(({ value }) => value),
    [15, 14, 13, 12, 11, 10, 9],
  )
  assert.equal(
    flow.reduce((sum, { value }) => sum + value, 0),
    paths.reduce((sum, { orders }) => sum + orders, 0),
  )
})

test('as many channels as there is room for keep their names', () => {
  assert.ok(toFlowPaths(channels(6)).every(({ steps }) => steps[0] !== otherChannels))
})

test('columns that nothing passes are left out', () => {
  const { heads, paths } = withoutEmpty(toFlowPaths([{ steps: ['email', 'direct'], orders: 2 }]))
  assert.deepEqual(heads, ['first', 'second', 'order'])
  assert.deepEqual(paths, [{ value: 2, steps: ['email', 'direct', orderNode] }])
})
