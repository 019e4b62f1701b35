import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { createPatch, createWholePatch, isJsonObject, isSame, mergePatch } from './merge-patch.ts'

/** JSON objects without nulls, which a merge patch cannot write. */
const { object } = fc.letrec<{ object: Record<string, unknown>; value: unknown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor'), tie('value'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('', 'x'),
    fc.boolean(),
    fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
    tie('object'),
  ),
}))

suite('a merge patch', () => {
  test('does what the examples of RFC 7396 do', () => {
    const examples: readonly [target: object, patch: Record<string, unknown>, result: object][] = [
      [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
      [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
      [{ a: 'b' }, { a: null }, {}],
      [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
      [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
      [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
      [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [[1, 2], { a: 'b', c: null }, { a: 'b' }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    ]
    for (const [target, patch, result] of examples) assert.deepEqual(mergePatch(target, patch), result)
  })

  test('changes neither side, and no prototype', () => {
    const [target, patch] = [{ a: { b: 1 } }, { a: { c: 2 } }]
    assert.deepEqual(mergePatch(target, patch), { a: { b: 1, c: 2 } })
    assert.deepEqual([target, patch], [{ a: { b: 1 } }, { a: { c: 2 } }])
    const hostile: unknown = JSON.parse('{"__proto__":{"bad":1},"a":{"__proto__":{"bad":1}},"constructor":{"x":1}}')
    assert.ok(isJsonObject(hostile))
    const merged = mergePatch({ a: {} }, hostile)
    assert.deepEqual(Object.keys(merged), ['a', 'constructor'])
    assert.equal(JSON.stringify(merged).includes('bad'), false)
    assert.equal('bad' in {}, false)
  })

  test('between two objects leads from one to the other, the small one and the whole one', () => {
    fc.assert(
      fc.property(object, object, (from, to) => {
        assert.deepEqual(mergePatch(from, createPatch(from, to)), to)
        assert.deepEqual(mergePatch(from, createWholePatch(from, to)), to)
        assert.deepEqual(createPatch(to, to), {})
      }),
    )
  })

  test('names only what changed', () => {
    const from = { a: { b: 1, c: [1] }, d: 1 }
    assert.deepEqual(createPatch(from, { a: { b: 2, c: [1] } }), { a: { b: 2 }, d: null })
    assert.deepEqual(createWholePatch(from, { a: { b: 2 } }), { a: { b: 2, c: null }, d: null })
  })
})

test('JSON values are the same whatever the order of their keys, not of their lists', () => {
  assert.ok(isSame({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }))
  for (const [one, other] of [
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, [1]],
    [null, {}],
    [1, '1'],
  ]) {
    assert.equal(isSame(one, other), false)
  }
})
