import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Amount, addAmounts, amountText, parseAmount } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { costOrder } from './costs.ts'
import type { CostRules } from './rules.ts'
import { charged, entry, fee, goods, orderOf, percent, pieces, rulesWith, shipping, taken } from './testing.ts'
import type { CostedOrder, OrderCosts, RowCosts } from './types.ts'

// Expected figures and outcomes are those of the reference (costs §13, §14, §17), typed from there.

type Column = Exclude<keyof RowCosts, 'goodsState'>

function sumOf({ rows }: OrderCosts, column: Column): Amount {
  return addAmounts(...[...rows.values()].map((row) => row[column]))
}

function total(order: CostedOrder, rules: CostRules, column: Column): string {
  return amountText(sumOf(costOrder(order, rules), column))
}

function at(costs: OrderCosts, row: string, column: Column): string {
  return amountText(costs.rows.get(row)?.[column] ?? parseAmount('0'))
}

const paid = (amount: string, gateway = 'card') => ({
  gateway,
  amount: parseAmount(amount),
  fee: null,
  feeCurrency: null,
})

suite('goods', () => {
  test('units exact, assumed and unknown (18)', () => {
    const usual = entry({ scope: 'shop', ref: '', kind: 'percent', percent: percent('45') })
    const lines = [
      goods({ key: 'o:1', variantId: 'a', quantity: pieces(70), net: parseAmount('3500') }),
      goods({ key: 'o:2', variantId: 'b', quantity: pieces(20), net: parseAmount('800') }),
    ]
    const known = entry({ ref: 'a', amount: parseAmount('20') })
    assert.equal(total(orderOf(lines), rulesWith({ goods: [known, usual] }), 'cost'), '1760.000000')
    const without = costOrder(
      orderOf([...lines, goods({ key: 'o:3', variantId: 'c', quantity: pieces(10), net: parseAmount('300') })]),
      rulesWith({ goods: [known] }),
    )
    assert.equal(amountText(sumOf(without, 'cost')), '1400.000000')
    assert.deepEqual(
      [...without.rows.values()].map(({ goodsState }) => goodsState),
      ['exact', 'unknown', 'unknown'],
    )
  })

  test('a dearer purchase moves profit by the pieces that stayed sold (19)', () => {
    const march = parseDay('2026-03-01')
    const old = entry({ amount: parseAmount('8') })
    const cost = (rules: CostRules) =>
      Array.from({ length: 389 }, (_, index) => {
        const line = goods({ quantity: pieces(index < 23 ? 2 : 1) })
        return sumOf(
          costOrder(orderOf([line], { rows: index < 9 ? [taken({ restocked: pieces(1) })] : [] }), rules),
          'cost',
        )
      }).reduce((sum, own) => sum + own, 0n)
    const after = rulesWith({ goods: [old, entry({ from: march, amount: parseAmount('8.60') })] })
    assert.equal(amountText((cost(rulesWith({ goods: [old] })) - cost(after)) as Amount), '-241.800000')
  })

  test('a bundle costs what it is made of; its parts count the pieces of all bundles', () => {
    const bundle = (more = {}) =>
      entry({
        kind: 'madeOf',
        madeOf: [
          { variant: 'cup', quantity: 2 },
          { variant: 'tea', quantity: 0.5 },
        ],
        ...more,
      })
    const cups = [
      entry({ ref: 'cup', amount: parseAmount('3') }),
      entry({ ref: 'cup', amount: parseAmount('2.50'), minQuantity: 6 }),
    ]
    const tea = entry({ ref: 'tea', amount: parseAmount('8'), currency: 'USD' })
    const cost = (count: number, ...entries: ReturnType<typeof entry>[]) => {
      const rules = rulesWith({ goods: [bundle(), ...cups, ...entries] }, { USD: '0.9' })
      const costs = costOrder(orderOf([goods({ quantity: pieces(count) })]), rules)
      return [at(costs, 'o:1', 'cost'), costs.rows.get('o:1')?.goodsState]
    }
    // 2 × 2 × 3.00 + 2 × 0.5 × 7.20; with three bundles six cups at 2.50.
    assert.deepEqual(cost(2, tea), ['19.200000', 'exact'])
    assert.deepEqual(cost(3, tea), ['25.800000', 'exact'])
    const early = { ...tea, source: 'store' as const, seenFrom: parseDay('2026-04-01') }
    assert.deepEqual(cost(2, early), ['19.200000', 'assumed'])
    assert.deepEqual(cost(2), ['0.000000', 'unknown'])
  })

  test('steps count the variant, or all variants of the product', () => {
    const steps = [
      entry({ scope: 'product', ref: 'p', amount: parseAmount('12') }),
      entry({ scope: 'product', ref: 'p', amount: parseAmount('10.50'), minQuantity: 2 }),
    ]
    const order = orderOf([goods({ key: 'o:1', variantId: 'a' }), goods({ key: 'o:2', variantId: 'b' })])
    const rules = rulesWith({ goods: steps })
    assert.equal(total(order, rules, 'cost'), '24.000000')
    const byProduct = { ...rules, settings: { ...rules.settings, stepsCount: 'product' as const } }
    assert.equal(total(order, byProduct, 'cost'), '21.000000')
  })

  test('of several categories the latest wins, of one day the first by name', () => {
    const of = (ref: string, amount: string, more = {}) =>
      entry({ scope: 'category', ref, amount: parseAmount(amount), ...more })
    const order = orderOf([goods({ categories: ['tea', 'cups'] })])
    const cost = (...entries: ReturnType<typeof entry>[]) => total(order, rulesWith({ goods: entries }), 'cost')
    assert.equal(cost(of('tea', '5', { country: 'DE' }), of('cups', '6')), '6.000000')
    assert.equal(cost(of('tea', '5', { from: parseDay('2026-01-01') }), of('cups', '6')), '5.000000')
  })

  test('the store’s own cost gives way to entries where these decide, and is used where there are none', () => {
    const order = orderOf([goods({ storeCost: parseAmount('19') })])
    const rules = rulesWith({ goods: [entry({})] })
    assert.equal(total(order, rules, 'cost'), '19.000000')
    const settings = { ...rules.settings, whoDecides: 'entries' as const }
    assert.equal(total(order, { ...rules, settings }, 'cost'), '1.000000')
    assert.equal(total(order, rulesWith({ settings }), 'cost'), '19.000000')
  })

  test('no more comes back than was sold; a refund of money alone brings no goods back', () => {
    const rules = rulesWith({ goods: [entry({ amount: parseAmount('4') })] })
    const rows = [taken({ restocked: pieces(5) }), taken({ rowId: 'r:2:1', event: 'refund:2', restocked: pieces(1) })]
    const costs = costOrder(orderOf([goods({ quantity: pieces(2) })], { rows }), rules)
    assert.deepEqual(
      ['r:1:1', 'r:2:1'].map((row) => at(costs, row, 'cost')),
      ['-8.000000', '0.000000'],
    )
    const money = taken({ lineType: 'adjustment', soldLine: '', quantity: 0n, net: parseAmount('-5') })
    assert.equal(total(orderOf([goods({})], { rows: [money] }), rules, 'cost'), '4.000000')
  })
})

suite('fees, carriers and returns', () => {
  test('two captures pay the fixed part twice, and all of it comes back with the refund that completes', () => {
    const rule = fee({ percent: percent('1'), fixed: parseAmount('0.25'), refund: 'all' })
    const giveBacks = [{ event: 'refund:1', gateway: 'card', amount: parseAmount('100'), completes: true }]
    const order = orderOf([goods({})], { payments: [paid('60'), paid('40')], giveBacks, rows: [taken({})] })
    const costs = costOrder(order, rulesWith({ fees: [rule] }))
    assert.deepEqual([at(costs, 'o:1', 'fee'), at(costs, 'r:1:1', 'fee')], ['1.500000', '-1.500000'])
  })

  test('a refund’s own cost stands on its day; a fee that the store tells gives nothing back', () => {
    const giveBacks = [{ event: 'refund:1', gateway: 'card', amount: parseAmount('10'), completes: true }]
    const told = { ...paid('10'), fee: parseAmount('0.40'), feeCurrency: 'EUR' }
    const order = (payment: ReturnType<typeof paid>) =>
      orderOf([goods({})], { payments: [payment], giveBacks, rows: [taken({})] })
    const kept = rulesWith({ fees: [fee({ percent: percent('1'), refundFixed: parseAmount('0.15') })] })
    assert.equal(at(costOrder(order(paid('10')), kept), 'r:1:1', 'fee'), '0.150000')
    const back = rulesWith({ fees: [fee({ percent: percent('1'), refund: 'all' })] })
    assert.equal(at(costOrder(order(told as never), back), 'r:1:1', 'fee'), '0.000000')
  })

  test('a payment without a rule is unknown and is listed; an order without money has no fee', () => {
    const costs = costOrder(orderOf([goods({})], { payments: [paid('10', 'other')] }), rulesWith())
    const [part] = costs.parts.filter((own) => own.part === 'fee')
    assert.deepEqual([costs.feesState, part?.state, part?.amount], ['unknown', 'unknown', 0n])
    assert.equal(costOrder(orderOf([goods({})], { payments: [paid('0')] }), rulesWith()).feesState, 'exact')
  })

  test('the rule that fits counts, though its currency has no rate', () => {
    const table = shipping({ type: 'perOrder', amount: parseAmount('5'), currency: 'USD' })
    const rules = rulesWith({ shipping: [table, shipping({ type: 'asCharged' })] })
    const costs = costOrder(orderOf([goods({})], { rows: [charged('4.90')] }), rules)
    assert.deepEqual([costs.shippingState, amountText(sumOf(costs, 'shippingCost'))], ['unknown', '0.000000'])
  })

  test('a label for the country before one for everywhere, on the first refund of goods alone', () => {
    const label = (id: string, region: string, amount: string) => ({
      id,
      from: null,
      label: parseAmount(amount),
      currency: 'EUR',
      region,
    })
    const rules = rulesWith({ returns: [label('de', 'DE', '3.90'), label('all', '', '9')] })
    const rows = [taken({}), taken({ rowId: 'r:2:1', event: 'refund:2' })]
    const costs = costOrder(orderOf([goods({ quantity: pieces(2) })], { rows }), rules)
    assert.deepEqual(
      ['r:1:1', 'r:2:1'].map((row) => at(costs, row, 'returnCost')),
      ['3.900000', '0.000000'],
    )
    const cancelled = taken({ rowId: 'c:1', kind: 'cancel', event: 'cancel' })
    assert.equal(total(orderOf([goods({})], { rows: [cancelled] }), rules, 'returnCost'), '0.000000')
  })

  test('a product’s own handling replaces the part per unit; digital goods need none', () => {
    const handling = [
      {
        id: 'h',
        from: null,
        perOrder: parseAmount('0.80'),
        perUnit: parseAmount('0.15'),
        currency: 'EUR',
        products: [{ product: 'heavy', perUnit: parseAmount('2') }],
      },
    ]
    const lines = [goods({ quantity: pieces(3) }), goods({ key: 'o:2', productId: 'heavy', quantity: pieces(2) })]
    assert.equal(total(orderOf(lines), rulesWith({ handling }), 'handling'), '5.250000')
    assert.equal(total(orderOf([goods({ physical: false })]), rulesWith({ handling }), 'handling'), '0.000000')
  })

  test('a free replacement costs goods and shipping, but no fee', () => {
    const rules = rulesWith({
      goods: [entry({ amount: parseAmount('4') })],
      fees: [fee({ fixed: parseAmount('0.25') })],
      shipping: [shipping({ amount: parseAmount('5') })],
    })
    const order = orderOf([goods({ net: parseAmount('0') })])
    assert.deepEqual(
      (['cost', 'fee', 'shippingCost'] as const).map((column) => total(order, rules, column)),
      ['4.000000', '0.000000', '5.000000'],
    )
  })
})

suite('what belongs to the whole order', () => {
  const expense = {
    id: 'e',
    amount: parseAmount('0'),
    percent: percent('3'),
    currency: 'EUR',
    start: parseDay('2026-01-01'),
    end: null,
  }

  test('a percentage of sales comes back with what is given back', () => {
    const rules = rulesWith({ expenses: [{ ...expense, kind: 'percent' }] })
    const back = taken({ net: parseAmount('-33.33'), quantity: -pieces(1) })
    const rest = taken({ rowId: 'r:2:1', event: 'refund:2', net: parseAmount('-66.67') })
    const line = goods({ quantity: pieces(3), net: parseAmount('100') })
    const costs = costOrder(orderOf([line], { rows: [back, rest] }), rules)
    assert.deepEqual(
      ['o:1', 'r:1:1', 'r:2:1'].map((row) => at(costs, row, 'orderExpense')),
      ['3.000000', '-0.999900', '-2.000100'],
    )
  })

  test('a percentage of order revenue is kept when goods come back', () => {
    const rules = rulesWith({ expenses: [{ ...expense, kind: 'percent', of: 'orderRevenue' }] })
    const order = orderOf([goods({})], { rows: [taken({ net: parseAmount('-10') })] })
    const rows = order.rows.map((row) => (row.side === 'sale' ? { ...row, revenue: parseAmount('11.90') } : row))
    assert.equal(total({ ...order, rows }, rules, 'orderExpense'), '0.357000')
  })

  test('expenses per order, per paid order and per unit, within their days', () => {
    const of = (kind: 'perOrder' | 'perPaidOrder' | 'perUnit', end: string | null = null) =>
      rulesWith({
        expenses: [{ ...expense, kind, amount: parseAmount('0.40'), end: end === null ? null : parseDay(end) }],
      })
    const order = orderOf([goods({ quantity: pieces(3) })], { paid: false })
    const cost = (rules: CostRules) => total(order, rules, 'orderExpense')
    assert.deepEqual([of('perOrder'), of('perPaidOrder'), of('perUnit')].map(cost), [
      '0.400000',
      '0.000000',
      '1.200000',
    ])
    assert.deepEqual([of('perOrder', '2026-03-10'), of('perOrder', '2026-03-09')].map(cost), ['0.400000', '0.000000'])
  })

  test('shipping alone that is given back lowers all goods; without net value pieces decide', () => {
    const lines = [goods({ quantity: pieces(3), net: parseAmount('0') }), goods({ key: 'o:2', net: parseAmount('0') })]
    const back = taken({ rowId: 'r:1:s', lineType: 'shipping', soldLine: 'o:s', productId: '', net: parseAmount('-2') })
    const costs = costOrder(orderOf(lines, { rows: [charged('4'), back] }), rulesWith())
    const rows = ['o:1', 'o:2', ...costs.extra.map(({ rowId }) => rowId)]
    assert.deepEqual(
      rows.map((row) => at(costs, row, 'charges')),
      ['3.000000', '1.000000', '-1.500000', '-0.500000'],
    )
  })

  test('refunded lines without net value share by pieces sold, also where only money went back', () => {
    const lines = [goods({ quantity: pieces(3) }), goods({ key: 'o:2' })]
    const rule = fee({ percent: percent('1'), refund: 'percent' })
    const giveBacks = [{ event: 'refund:1', gateway: 'card', amount: parseAmount('8'), completes: false }]
    const split = (...nets: string[]) => {
      const rows = nets.map((net, index) =>
        taken({ rowId: `r:1:${index}`, soldLine: `o:${index + 1}`, quantity: 0n, net: parseAmount(net) }),
      )
      const costs = costOrder(orderOf(lines, { rows, giveBacks, payments: [paid('20')] }), rulesWith({ fees: [rule] }))
      return rows.map(({ rowId }) => at(costs, rowId, 'fee'))
    }
    assert.deepEqual(split('0', '0'), ['-0.060000', '-0.020000'])
    assert.deepEqual(split('-2', '-6'), ['-0.020000', '-0.060000'])
  })

  test('an order of gift cards keeps its fee on a row without goods', () => {
    const card = taken({
      rowId: 'o:g',
      kind: 'order',
      side: 'sale',
      event: 'order',
      lineType: 'gift_card',
      soldLine: 'o:g',
    })
    const rows = [card, { ...charged('0'), productId: '' }]
    const order = orderOf([], { rows, payments: [paid('50')] })
    const costs = costOrder(order, rulesWith({ fees: [fee({ percent: percent('1') })] }))
    assert.equal(at(costs, 'o:shipping', 'fee'), '0.500000')
  })
})
