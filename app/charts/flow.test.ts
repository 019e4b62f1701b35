import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { layOutFlow } from './flow.ts'

const paths = [
  { steps: ['social', 'search', 'order'], value: 6 },
  { steps: ['social', undefined, 'order'], value: 3 },
  { steps: ['email', 'search', 'order'], value: 1 },
]

test('what passes a step adds up, and so does what is joined', () => {
  const { nodes, links } = layOutFlow(paths)
  assert.deepEqual(
    nodes.map(({ step, key, value }) => [step, key, value]),
    [
      [0, 'social', 9],
      [0, 'email', 1],
      [1, 'search', 7],
      [2, 'order', 10],
    ],
  )
  assert.deepEqual(Object.fromEntries(links.map(({ id, value }) => [id, value])), {
    '0 social → 1 search': 6,
    '0 social → 2 order': 3,
    '0 email → 1 search': 1,
    '1 search → 2 order': 7,
  })
})

test('nothing stands outside the drawing, and nothing of a column above another', () => {
  const step = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined })
  const path = fc.record({
    steps: fc.array(step, { minLength: 2, maxLength: 5 }),
    value: fc.integer({ min: 1, max: 999 }),
  })
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 20 }), (all) => {
      const { nodes, height, width, nodeWidth } = layOutFlow(all)
      for (const node of nodes) {
        assert.ok(node.y >= -0.2 && node.y + node.height <= height + 0.2)
        assert.ok(node.x >= 0 && node.x + nodeWidth <= width)
        const beside = nodes.filter((other) => other.step === node.step && other.y > node.y)
        assert.ok(beside.every((other) => other.y >= node.y + node.height))
      }
    }),
  )
})

test('no paths are an empty drawing', () => {
  assert.deepEqual([layOutFlow([]).nodes, layOutFlow([]).links], [[], []])
})
