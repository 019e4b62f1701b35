import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { flowHeight, layOutFlow } from './flow.ts'

const paths = [
  { steps: ['social', 'search', 'order'], value: 6 },
  { steps: ['social', undefined, 'order'], value: 2 },
  { steps: ['email', 'search', 'order'], value: 1 },
  { steps: ['social', undefined, 'order'], value: 1 },
]

test('what passes a step adds up, and the same ways are one band', () => {
  const { nodes, bands } = layOutFlow(paths)
  assert.deepEqual(
    nodes.map(({ step, key, value }) => [step, key, value]),
    [
      [0, 'social', 9],
      [0, 'email', 1],
      [1, 'search', 7],
      [2, 'order', 10],
    ],
  )
  assert.deepEqual(
    bands.map(({ nodes: passed, value }) => [passed.map((place) => nodes[place]?.key).join(' '), value]),
    [
      ['social search order', 6],
      ['social order', 3],
      ['email search order', 1],
    ],
  )
})

test('a band begins and ends on its nodes, and is drawn from each to the next', () => {
  const { nodes, bands } = layOutFlow(paths)
  for (const band of bands) {
    const hops = band.outline.split('Z').slice(0, -1)
    assert.equal(hops.length, band.nodes.length - 1)
    const passed = band.nodes.map((place) => nodes[place])
    const isOn = (x: string, y: string) =>
      passed.some((node) => node?.x === Number(x) && Math.abs(Number(y) - node.y) <= node.height / 2 + 0.2)
    for (const hop of hops) {
      const [, x1 = '', y1 = '', x2 = '', y2 = ''] = /^M([\d.]+),([\d.]+)C.* ([\d.]+),([\d.]+)V/.exec(hop) ?? []
      assert.ok(isOn(x1, y1) && isOn(x2, y2), hop)
    }
  }
})

test('nothing stands outside the drawing, and the nodes of a column leave each other room for a finger', () => {
  const step = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: undefined })
  const path = fc.record({
    steps: fc.array(step, { minLength: 2, maxLength: 5 }),
    value: fc.integer({ min: 1, max: 999 }),
  })
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 20 }), (all) => {
      const { nodes, bands } = layOutFlow(all)
      for (const node of nodes) {
        const room = Math.max(node.height, 24) / 2
        assert.ok(node.y - room >= -0.2 && node.y + room <= flowHeight + 0.2)
        assert.ok(node.x >= 0 && node.x <= 100)
        const below = nodes.filter((other) => other.step === node.step && other.y > node.y)
        assert.ok(below.every((other) => other.y - other.height / 2 >= node.y + node.height / 2))
        assert.ok(below.every((other) => other.y - node.y >= 23.8))
      }
      const sum = (list: readonly { readonly value: number }[]) => list.reduce((whole, { value }) => whole + value, 0)
      assert.equal(sum(bands), sum(all))
    }),
  )
})

test('no paths are an empty drawing', () => {
  assert.deepEqual(layOutFlow([]), { nodes: [], bands: [] })
})
