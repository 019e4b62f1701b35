import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import fc from 'fast-check'
import { isOfProfit, metrics } from '../catalogue/index.ts'
import { dividedBy, quotientText, readDecimal } from '../exact.ts'
import type { OwnUnit } from './formula-unit.ts'
import { type OwnMetricDefinition, openOwnMetric, ownChange, ownNamesIn } from './own-metrics.ts'

const open = (formula: string, unit: OwnUnit = 'number', others: readonly OwnMetricDefinition[] = []) =>
  openOwnMetric({ key: 'mine', unit, formula }, others)

function problemOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert.ok(isAppError(error) && error.code === 'invalid_input', String(error))
    assert.equal(error.problems['formula'], error.message)
    return error.message
  }
  assert.fail('nothing was refused')
}

suite('a formula', () => {
  test('is computed from sums, never from a quotient that was rounded', () => {
    const metric = open('aov × 3', 'money')
    assert.deepEqual([metric.asks, metric.names], [['orderRevenue', 'orders'], ['aov']])
    // A third, three times, is the whole.
    assert.equal(metric.print(metric.valueIn({ orderRevenue: '100.00', orders: 3 })), '100.00')
  })

  test('takes the signs that people type, brackets and constants', () => {
    const metric = open('−(orders ÷ 4 − 1) · 2 + 0.5')
    assert.equal(metric.print(metric.valueIn({ orders: 10 })), '-2.5')
  })

  test('has no value where it would be divided by zero, or where a figure has none', () => {
    const metric = open('sales / orders', 'money')
    assert.equal(metric.valueIn({ sales: '1.00', orders: 0 }), null)
    assert.equal(metric.valueIn({ sales: null, orders: 1 }), null)
    assert.equal(metric.print(null), null)
    const zero = open('sales − sales', 'money')
    assert.equal(zero.print(zero.valueIn({ sales: '2.5' })), '0.00')
  })

  test('keeps all decimals of a sum, and ten of a quotient', () => {
    const sum = open('sales × 1.19', 'money')
    assert.equal(sum.print(sum.valueIn({ sales: '10.123456' })), '12.04691264')
    const share = open('newCustomers / orders', 'percent')
    assert.equal(share.print(share.valueIn({ newCustomers: 2, orders: 3 })), '0.6666666667')
  })

  test('may name other own figures', () => {
    const others = [{ key: 'half', unit: 'money', formula: 'sales / 2' }] as const
    const metric = open('own.half + own.half', 'money', others)
    assert.equal(metric.print(metric.valueIn({ sales: '5.01' })), '5.01')
    assert.deepEqual(ownNamesIn('own.half * 2 + sales'), ['half'])
  })

  test('changes like any other figure', () => {
    assert.deepEqual(ownChange(readDecimal('3'), readDecimal('2')), { relative: '0.5', isNew: false })
    assert.deepEqual(ownChange(readDecimal('3'), readDecimal('0')), { relative: null, isNew: true })
    assert.deepEqual(ownChange(null, readDecimal('1')), { relative: null, isNew: false })
  })

  test('adds up over days only where its parts do', () => {
    const additive = (formula: string, unit: OwnUnit = 'money') => open(formula, unit).additive
    assert.ok(additive('(sales − returns) × 1.5 / 2'))
    assert.ok(!additive('sales / orders'))
    assert.ok(!additive('uniqueCustomers', 'number'))
    assert.ok(!additive('orders + 1', 'number'))
  })
})

suite('a formula is refused, and told where, for', () => {
  const cases: readonly (readonly [why: string, formula: string, unit: OwnUnit, said: RegExp])[] = [
    ['an unknown name', 'sales + slaes', 'money', /“slaes”, at character 9: did you mean sales/],
    ['an unknown own name', 'own.nothing', 'money', /“own\.nothing”, at character 1/],
    [
      'money and a percentage',
      'sales + grossMargin',
      'money',
      /“sales \+ grossMargin” at character 9 mixes units: the first is money, the second a percentage/,
    ],
    ['money and a number', 'sales − 100', 'money', /mixes units.*its currency is not known/],
    ['a count and a percentage', 'orders + grossMargin', 'number', /a count, the second a percentage/],
    ['money that is to be a percentage', 'sales', 'percent', /gives money, and its unit is to be a percentage/],
    ['a count that is to be a percentage', 'orders', 'percent', /gives a count/],
    ['money of money', 'sales × sales', 'money', /no unit that a figure can have/],
    ['no figure', '1 + 1', 'number', /names no metric/],
    ['nothing', ' ', 'number', /is empty/],
    ['an open bracket', '(sales', 'money', /cannot be read at character 7/],
    ['a missing part', 'sales +', 'money', /cannot be read at character 8/],
    ['two parts without a sign', 'sales orders', 'money', /no \+ − × ÷ between/],
    ['a decimal comma', 'sales × 1,19', 'money', /Decimals have a point|cannot be read at character/],
    ['a function', 'max(sales, orders)', 'money', /only/],
    ['a condition', 'sales ? 1 : 2', 'money', /cannot be read|only/],
    ['a power', 'sales ** 2', 'money', /only/],
    ['a text', '"sales"', 'money', /only/],
    ['square brackets', 'own["x"]', 'money', /only/],
    ['a power of ten', 'sales × 1e9', 'money', /1e9.*not a number of a formula/],
    ['ratios of the accounts’ own currencies', 'claimedRoas', 'ratio', /claimedRevenue ÷ platformSpend/],
    ['its length', `sales${' + sales'.repeat(80)}`, 'money', /at most 500/],
  ]
  for (const [why, formula, unit, said] of cases) {
    test(why, () =>
      assert.match(
        problemOf(() => open(formula, unit)),
        said,
      ),
    )
  }

  test('a circle, with its way', () => {
    const others = [
      { key: 'one', unit: 'money', formula: 'sales + own.two' },
      { key: 'two', unit: 'money', formula: 'own.mine' },
    ] as const
    assert.match(
      problemOf(() => open('own.one', 'money', others)),
      /own\.mine → own\.one → own\.two → own\.mine/,
    )
    assert.match(
      problemOf(() => open('own.mine', 'money')),
      /own\.mine → own\.mine/,
    )
  })

  test('own figures that multiply', () => {
    const others = Array.from({ length: 30 }, (_, index) => ({
      key: `k${index}`,
      unit: 'money' as const,
      formula: index === 0 ? 'sales' : `own.k${index - 1} + own.k${index - 1}`,
    }))
    assert.match(
      problemOf(() => open('own.k29', 'money', others)),
      /more than 400 metrics/,
    )
  })

  test('anything else that somebody types: it is read, or told', () => {
    const piece = fc.constantFrom(
      'sales',
      'orders',
      'own',
      '.',
      '(',
      ')',
      '+',
      '-',
      '×',
      '/',
      '1',
      '.5',
      ' ',
      ',',
      '[',
      '"',
      '?',
      ';',
      '{',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 60 }),
          fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
        ),
        (text) => {
          try {
            open(text)
          } catch (error) {
            assert.ok(isAppError(error) && error.code === 'invalid_input', String(error))
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})

/** A fraction of whole numbers, by other means. */
type Plain = readonly [over: bigint, by: bigint] | null

const names = ['sales', 'returns', 'taxes', 'discounts'] as const
const cents = fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n })

interface Made {
  readonly text: string
  readonly value: (figures: Readonly<Record<string, bigint>>) => Plain
}

const { tree } = fc.letrec<{ tree: Made; leaf: Made }>((tie) => ({
  leaf: fc.constantFrom(...names).map((name) => ({ text: name, value: (figures) => [figures[name] ?? 0n, 100n] })),
  tree: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.tuple(tie('tree'), tie('tree'), fc.constantFrom('+', '−')).map(
      ([left, right, sign]): Made => ({
        text: `(${left.text} ${sign} ${right.text})`,
        value: (figures) => {
          const [a, b] = [left.value(figures), right.value(figures)]
          return a && b && [a[0] * b[1] + (sign === '+' ? 1n : -1n) * b[0] * a[1], a[1] * b[1]]
        },
      }),
    ),
    // Money × (money ÷ money) is money again.
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(
      ([left, over, by]): Made => ({
        text: `(${left.text} × (${over.text} ÷ ${by.text}))`,
        value: (figures) => {
          const [a, b, c] = [left.value(figures), over.value(figures), by.value(figures)]
          return a && b && c && c[0] !== 0n ? [a[0] * b[0] * c[1], a[1] * b[1] * c[0]] : null
        },
      }),
    ),
  ),
}))

test('any formula of money has the value that fractions give', () => {
  const figures = fc.record(Object.fromEntries(names.map((name) => [name, cents])))
  fc.assert(
    fc.property(tree, figures, ({ text, value }, amounts) => {
      fc.pre(text.length <= 500)
      const metric = openOwnMetric({ key: 'mine', unit: 'money', formula: text }, [])
      const values = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, centsText(amount)]))
      const expected = value(amounts)
      const found = metric.valueIn(values)
      if (expected === null) return assert.equal(found, null, text)
      const exactly = {
        over: expected[1] < 0n ? -expected[0] : expected[0],
        by: expected[1] < 0n ? -expected[1] : expected[1],
      }
      assert.equal(found === null ? null : quotientText(found, 2), quotientText(exactly, 2), text)
      return undefined
    }),
  )
})

function centsText(amount: bigint): string {
  const digits = `${amount < 0n ? -amount : amount}`.padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

test('every figure of the catalogue can stand alone in a formula, with its own unit and value', () => {
  const units = { money: 'money', count: 'number', days: 'number', percent: 'percent', ratio: 'ratio' } as const
  for (const { id, unit, value } of metrics) {
    if ('divide' in value && value.unconverted) continue
    const metric = open(id, units[unit])
    // What tells of profit asks for profit, and nothing else does.
    assert.equal(metric.asks.some(isOfProfit), isOfProfit(id), id)
    if (!('divide' in value)) continue
    const [over = '', by = ''] = metric.asks
    const figures = { [over]: '7.00', [by]: '3.00' }
    const quotient = dividedBy(readDecimal(`${7 * (value.times ?? 1)}`), readDecimal('3'))
    assert.equal(
      metric.print(metric.valueIn(figures)),
      quotient && quotientText(quotient, unit === 'money' ? 2 : 0),
      id,
    )
  }
})
