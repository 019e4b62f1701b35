import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { type Condition, type Node, type Operator, operators, readQuery } from './query.ts'
import { RestRefusal } from './refusal.ts'

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Prints a filter as it stands within `and(…)` and `or(…)`. */
function print(node: Node): string {
  if ('nodes' in node) return `${node.isNot ? 'not.' : ''}${node.joined}(${node.nodes.map(print).join(',')})`
  return `${node.column}.${printOperation(node, quote)}`
}

function printOperation({ isNot, operator, values }: Condition, printValue: (text: string) => string): string {
  const value = operator === 'in' ? `(${values.map(quote).join(',')})` : printValue(values[0] ?? '')
  return `${isNot ? 'not.' : ''}${operator}.${value}`
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const plain = { noNullPrototype: true } as const
const condition: fc.Arbitrary<Condition> = fc
  .record(
    {
      column: fc.stringMatching(/^[a-z_]{1,10}$/).filter((name) => !['and', 'or', 'not'].includes(name)),
      isNot: fc.boolean(),
      operator: fc.constantFrom<Operator>(...operators),
      values: fc.array(text, { minLength: 1, maxLength: 4 }),
    },
    plain,
  )
  .map(({ values, ...rest }) => ({ ...rest, values: rest.operator === 'in' ? values : values.slice(0, 1) }))

function groups(nodes: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  return fc.record(
    {
      isNot: fc.boolean(),
      joined: fc.constantFrom('and' as const, 'or' as const),
      nodes: fc.array(nodes, { minLength: 1, maxLength: 3 }),
    },
    plain,
  )
}
const inner = groups(condition)
const group = groups(fc.oneof(condition, inner))

function refusalOf(search: Record<string, string> | string): RestRefusal {
  try {
    readQuery(new URLSearchParams(search))
  } catch (error) {
    assert.ok(error instanceof RestRefusal, String(error))
    return error
  }
  throw new Error(`was read: ${JSON.stringify(search)}`)
}

suite('the query of a request', () => {
  test('is read as it was printed, whatever stands in it', () => {
    fc.assert(
      fc.property(group, (node) => {
        assert.ok('nodes' in node)
        const name = `${node.isNot ? 'not.' : ''}${node.joined}`
        const value = `(${node.nodes.map(print).join(',')})`
        assert.deepEqual(readQuery(new URLSearchParams([[name, value]])).filters, [node])
      }),
    )
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 5 }), (conditions) => {
        const search = conditions.map((each): [string, string] => [each.column, printOperation(each, (value) => value)])
        const ours = conditions.filter(({ column }) => !['select', 'order', 'limit', 'offset'].includes(column))
        fc.pre(ours.length === conditions.length)
        assert.deepEqual(readQuery(new URLSearchParams(search)).filters, conditions)
      }),
    )
  })

  test('is read or refused, never anything else', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '"',
      '\\',
      ',',
      '.',
      'eq',
      'in',
      'not',
      'or',
      'and',
      'a',
      '*',
      ':',
      '->',
      '::',
      '-1',
    )
    const noise = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
    )
    const names = fc.constantFrom('select', 'order', 'limit', 'offset', 'or', 'not.and', 'a', '"a.b"', 'a.b', 'apikey')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(names, noise), noise), { maxLength: 4 }),
        fc.option(noise),
        (search, range) => {
          try {
            readQuery(new URLSearchParams(search), range ?? undefined)
          } catch (error) {
            assert.ok(error instanceof RestRefusal, String(error))
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('takes values as the client prints them, which does not escape quotes', () => {
    const values = (list: string) =>
      (readQuery(new URLSearchParams([['a', `in.${list}`]])).filters[0] as Condition).values
    assert.deepEqual(values('(a,"b,c","(f)",1)'), ['a', 'b,c', '(f)', '1'])
    assert.deepEqual(values('(d"e,"a,"b")'), ['d"e', 'a,"b'])
    assert.deepEqual(values('()'), [])
    assert.deepEqual(values('("open,b)'), ['"open', 'b'])
    const [whole] = readQuery(new URLSearchParams('a=eq.x,y)')).filters
    assert.deepEqual((whole as Condition).values, ['x,y)'])
  })

  test('refuses in the protocol’s words what is not offered', () => {
    const code = (search: string) => refusalOf(search).code
    assert.deepEqual(
      [
        'select=id,shop(name)',
        'select=...shop(name)',
        'select=count()',
        'select=n:id.sum()',
        'select=id::text',
        'select=a->b',
      ].map(code),
      ['PGRST200', 'PGRST200', 'PGRST123', 'PGRST123', 'PGRST127', 'PGRST127'],
    )
    for (const operator of ['fts', 'cs', 'ov', 'match', 'like(any)', 'isdistinct', 'fts(english)', 'not.cd']) {
      assert.equal(code(`a=${operator}.x`), 'PGRST127', operator)
    }
    assert.deepEqual(refusalOf('a=noop.0').message, '"failed to parse filter (noop.0)" (line 1, column 1)')
    for (const search of [
      'a=',
      'a=eq',
      'or=a.eq.1',
      'or=(a.eq.1',
      'or=()',
      'a=in.1',
      'a=in.(1',
      'order=a.up',
      'select=,',
    ]) {
      assert.equal(code(search), 'PGRST100', search)
    }
    for (const search of ['limit=-1', 'offset=-2'])
      assert.deepEqual([code(search), refusalOf(search).status], ['PGRST103', 416])
  })

  test('has limits, each of which is named', () => {
    const many = (count: number, piece: string, joiner: string) =>
      Array.from({ length: count }, () => piece).join(joiner)
    for (const [search, named] of [
      [many(21, 'a=eq.1', '&'), /20/],
      [`a=in.(${many(201, '1', ',')})`, /200/],
      [`or=(${many(41, 'a.eq.1', ',')})`, /40/],
      ['or=(and(or(and(a.eq.1))))', /3/],
      [`select=${many(41, 'a', ',')}`, /40/],
      [`order=${many(6, 'a', ',')}`, /5/],
      [`a=eq.${'x'.repeat(501)}`, /500/],
      [`a=like.${'x'.repeat(201)}`, /200/],
      [`or=${'('.repeat(4000)}`, /./],
    ] as const) {
      const { code, details } = refusalOf(search)
      assert.equal(code, 'PGRST100')
      assert.match(details ?? '', named)
    }
  })

  test('takes a part from the address, else from the header', () => {
    const part = (search: string, range?: string) => {
      const { offset, limit } = readQuery(new URLSearchParams(search), range)
      return [offset, limit]
    }
    assert.deepEqual(part('offset=5&limit=2', '0-9'), [5, 2])
    assert.deepEqual(part('', '3-9'), [3, 7])
    assert.deepEqual(part('', '3-'), [3, undefined])
    assert.deepEqual(part('limit=many', 'rows=1'), [0, undefined])
    assert.throws(() => part('', '9-3'), RestRefusal)
  })
})
