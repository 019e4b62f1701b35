import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addAmounts, amountText, parseAmount, parseRate } from '@tillsight/core'
import { addDays, parseDay } from '@tillsight/core/days'
import * as fc from 'fast-check'
import { costOrder } from './costs.ts'
import { explainProfit } from './explain.ts'
import type { CostRules } from './rules.ts'
import { splitAmount } from './split.ts'
import { charged, day, entry, fee, goods, orderOf, percent, pieces, rulesWith, shipping, taken } from './testing.ts'
import type { CostedOrder, OrderCosts, RowCosts } from './types.ts'

// Expected figures are those of the reference (costs §13), typed from there.

type Column = Exclude<keyof RowCosts, 'goodsState'>

function sumOf({ rows }: OrderCosts, column: Column): string {
  return amountText(addAmounts(...[...rows.values()].map((row) => row[column])))
}

function costs(order: CostedOrder, rules: CostRules) {
  const all = costOrder(order, rules)
  return {
    cost: sumOf(all, 'cost'),
    handling: sumOf(all, 'handling'),
    shippingCost: sumOf(all, 'shippingCost'),
    fee: sumOf(all, 'fee'),
    returnCost: sumOf(all, 'returnCost'),
    row: (id: string) => all.rows.get(id),
    states: [all.rows.get('o:1')?.goodsState, all.feesState, all.shippingState],
    all,
  }
}

suite('cost of goods', () => {
  test('a cost of the store is not converted with the order (1)', () => {
    const line = goods({ quantity: pieces(2), net: parseAmount('46.40'), storeCost: parseAmount('19') })
    const { cost, states } = costs(orderOf([line], { currency: 'GBP', rate: parseRate('1.16') }), rulesWith())
    assert.deepEqual([cost, states[0]], ['19.000000', 'exact'])
  })

  test('nothing entered is unknown and adds nothing', () => {
    const { cost, states } = costs(orderOf([goods({})]), rulesWith())
    assert.deepEqual([cost, states[0]], ['0.000000', 'unknown'])
  })

  test('quantity breaks, whole and graduated (3)', () => {
    const steps = (how: 'whole' | 'graduated') =>
      [
        ['12', 1],
        ['10.50', 2],
        ['9.20', 5],
      ].map(([amount, minQuantity]) =>
        entry({ amount: parseAmount(String(amount)), minQuantity: Number(minQuantity), steps: how }),
      )
    const of = (count: number, how: 'whole' | 'graduated') =>
      costs(orderOf([goods({ quantity: pieces(count) })]), rulesWith({ goods: steps(how) })).cost
    assert.deepEqual([of(1, 'whole'), of(1, 'graduated')], ['12.000000', '12.000000'])
    assert.deepEqual([of(3, 'whole'), of(3, 'graduated')], ['31.500000', '33.000000'])
    assert.deepEqual([of(6, 'whole'), of(6, 'graduated')], ['55.200000', '61.900000'])
    const back = (how: 'whole' | 'graduated') => {
      const row = taken({ quantity: -pieces(2), restocked: pieces(2) })
      const order = orderOf([goods({ quantity: pieces(6) })], { rows: [row] })
      return amountText(costs(order, rulesWith({ goods: steps(how) })).row('r:1:1')?.cost as never)
    }
    assert.deepEqual([back('whole'), back('graduated')], ['-18.400000', '-20.633333'])
  })

  test('another currency is converted at the rate of the day (4), and without a rate the cost is unknown', () => {
    const order = orderOf([goods({ quantity: pieces(3) })])
    const rules = {
      goods: [entry({ amount: parseAmount('7.20'), currency: 'USD' }), entry({ scope: 'shop', ref: '' })],
    }
    assert.equal(costs(order, rulesWith(rules, { USD: '0.9134' })).cost, '19.729440')
    assert.deepEqual(costs(order, rulesWith(rules)).states[0], 'unknown')
  })

  test('a usual margin is assumed (5)', () => {
    const line = goods({ quantity: pieces(2), net: parseAmount('44.82') })
    const usual = entry({ scope: 'shop', ref: '', kind: 'percent', percent: percent('45') })
    const { cost, states } = costs(orderOf([line]), rulesWith({ goods: [usual] }))
    assert.deepEqual([cost, states[0]], ['20.169000', 'assumed'])
  })

  test('the nearest scope wins, then the latest day, then the country, then the step', () => {
    const dated = (from: string | null, amount: string, more = {}) =>
      entry({ from: from === null ? null : parseDay(from), amount: parseAmount(amount), ...more })
    const cost = (...entries: ReturnType<typeof entry>[]) =>
      costs(orderOf([goods({})]), rulesWith({ goods: entries })).cost
    assert.equal(cost(dated(null, '5', { scope: 'product', ref: 'p' }), dated(null, '7')), '7.000000')
    assert.equal(cost(dated(null, '7'), dated('2026-03-10', '8')), '8.000000')
    assert.equal(cost(dated(null, '7'), dated('2026-03-11', '8')), '7.000000')
    assert.equal(cost(dated('2026-01-01', '7', { country: 'DE' }), dated('2026-02-01', '8')), '8.000000')
    assert.equal(cost(dated('2026-02-01', '7', { country: 'DE' }), dated('2026-02-01', '8')), '7.000000')
    assert.equal(cost(dated('2026-02-01', '7', { source: 'store' }), dated('2026-02-01', '8')), '8.000000')
    const groups = rulesWith({ goods: [dated(null, '7', { country: 'EU' }), dated(null, '8')] })
    const inGroup = { ...groups, settings: { ...groups.settings, groups: { EU: ['DE', 'FR'] } } }
    assert.equal(costs(orderOf([goods({})]), inGroup).cost, '7.000000')
  })

  test('today’s cost of a store is assumed for orders before it was first read', () => {
    const own = entry({ source: 'store', seenFrom: addDays(day, 1) })
    assert.equal(costs(orderOf([goods({})]), rulesWith({ goods: [own] })).states[0], 'assumed')
    const since = entry({ source: 'store', seenFrom: day })
    assert.equal(costs(orderOf([goods({})]), rulesWith({ goods: [since] })).states[0], 'exact')
  })

  test('an entered 0 is a cost; a bundle with parts needs none', () => {
    const free = entry({ amount: parseAmount('0') })
    assert.equal(costs(orderOf([goods({})]), rulesWith({ goods: [free] })).states[0], 'exact')
    assert.equal(costs(orderOf([goods({ isBundle: true })]), rulesWith()).states[0], 'exact')
  })
})

suite('payment fees', () => {
  const paid = (amount: string, more = {}) => ({
    gateway: 'card',
    amount: parseAmount(amount),
    fee: null,
    feeCurrency: null,
    ...more,
  })
  const cards = fee({ percent: percent('1.4'), fixed: parseAmount('0.25') })

  test('a fee that the store tells in the currency of payouts (6)', () => {
    const payments = [paid('120', { fee: parseAmount('2.93'), feeCurrency: 'EUR' })]
    const order = orderOf([goods({})], { currency: 'GBP', payments })
    assert.equal(costs(order, rulesWith({ currency: 'GBP' }, { EUR: '0.8642' })).fee, '2.532106')
  })

  test('a fee that cannot be true is not used', () => {
    const payments = [paid('10', { fee: parseAmount('175'), feeCurrency: 'EUR' })]
    assert.equal(costs(orderOf([goods({})], { payments }), rulesWith({ fees: [cards] })).fee, '0.390000')
    assert.equal(costs(orderOf([goods({})], { payments }), rulesWith()).states[1], 'unknown')
  })

  test('surcharges, and what comes back with a refund (7, 8)', () => {
    const order = (more: Partial<CostedOrder> = {}) => orderOf([goods({})], { payments: [paid('71.40')], ...more })
    assert.equal(costs(order(), rulesWith({ fees: [cards] })).fee, '1.249600')
    const more = { foreignCard: percent('1.5'), region: ['DE'], conversion: percent('2'), payoutCurrency: 'USD' }
    assert.equal(costs(order({ country: 'US' }), rulesWith({ fees: [{ ...cards, ...more }] })).fee, '3.748600')
    const back = { event: 'refund:1', gateway: 'card', amount: parseAmount('71.40'), completes: true }
    const refunded = order({ rows: [taken({ net: parseAmount('-10') })], giveBacks: [back] })
    const given = (refund: 'kept' | 'percent' | 'all') =>
      amountText(costs(refunded, rulesWith({ fees: [{ ...cards, refund }] })).row('r:1:1')?.fee ?? parseAmount('0'))
    assert.deepEqual([given('kept'), given('percent'), given('all')], ['0.000000', '-0.999600', '-1.249600'])
    const rule = fee({ percent: percent('2.9'), fixed: parseAmount('0.30'), refund: 'percent' })
    const partly = orderOf([goods({})], {
      payments: [paid('91.63')],
      rows: [taken({})],
      giveBacks: [{ ...back, amount: parseAmount('42.84'), completes: false }],
    })
    const { all } = costs(partly, rulesWith({ fees: [rule] }))
    assert.equal(amountText(all.rows.get('o:1')?.fee as never), '2.957270')
    assert.equal(amountText(all.rows.get('r:1:1')?.fee as never), '-1.242360')
  })

  test('several methods, each on its own amount (9); the platform’s own fee beside them', () => {
    const paypal = fee({ gateway: 'paypal', percent: percent('2.99'), fixed: parseAmount('0.35') })
    const payments = [paid('100', { gateway: 'paypal' }), paid('43.80')]
    const order = orderOf([goods({})], { payments })
    assert.equal(costs(order, rulesWith({ fees: [cards, paypal] })).fee, '4.203200')
    const platform = fee({ gateway: '*', percent: percent('1'), exclude: ['card'] })
    assert.equal(costs(order, rulesWith({ fees: [cards, paypal, platform] })).fee, '5.203200')
  })

  test('cash on delivery with refused parcels (24)', () => {
    const cod = fee({ gateway: 'cod', fixed: parseAmount('2.50') })
    const label = { id: 'l', from: null, label: parseAmount('4.20'), currency: 'EUR', region: '' }
    const order = (isRefused: boolean) =>
      orderOf([goods({})], { payments: [paid('30', { gateway: 'cod' })], rows: isRefused ? [taken({})] : [] })
    const each = Array.from({ length: 12 }, (_, index) =>
      costs(order(index < 3), rulesWith({ fees: [cod], returns: [label] })),
    )
    const sum = each.reduce((total, one) => total + parseAmount(one.fee) + parseAmount(one.returnCost), 0n)
    assert.equal(amountText(sum as never), '42.600000')
  })
})

suite('carriers', () => {
  const bands = [
    { upTo: 1_000n, amount: parseAmount('4.20') },
    { upTo: 5_000n, amount: parseAmount('6.90') },
  ]
  const table = shipping({ type: 'table', region: 'DE', bands, perKgAbove: parseAmount('1.10') })

  test('weight bands are closed above, begun kilograms count whole (10)', () => {
    const of = (grams: bigint) => costs(orderOf([goods({ grams })]), rulesWith({ shipping: [table] })).shippingCost
    assert.deepEqual(
      [of(2_550n), of(5_000n), of(5_001n), of(7_300n)],
      ['6.900000', '6.900000', '8.000000', '10.200000'],
    )
  })

  test('labels of several parcels add up (11)', () => {
    const labels = [
      { amount: parseAmount('11.30'), currency: 'USD' },
      { amount: parseAmount('4.10'), currency: 'EUR' },
    ]
    const rules = rulesWith({ shipping: [table] }, { USD: '0.9134' })
    assert.equal(costs(orderOf([goods({})], { labels }), rules).shippingCost, '14.421420')
    assert.equal(costs(orderOf([goods({})], { labels: labels.slice(1) }), rules).shippingCost, '4.100000')
  })

  test('the first kind of rule that fits; equal to charged is assumed; none is unknown', () => {
    const asCharged = shipping({ type: 'asCharged' })
    const order = orderOf([goods({})], { rows: [charged('4.90')], shippingMethods: ['flat_rate:3'] })
    assert.deepEqual(costs(order, rulesWith({ shipping: [asCharged] })).states[2], 'assumed')
    assert.equal(costs(order, rulesWith({ shipping: [asCharged] })).shippingCost, '4.900000')
    const method = shipping({ type: 'method', method: 'flat_rate', amount: parseAmount('3') })
    assert.equal(costs(order, rulesWith({ shipping: [asCharged, method] })).shippingCost, '3.000000')
    assert.equal(costs(order, rulesWith({ shipping: [table] })).states[2], 'unknown')
    assert.equal(costs({ ...order, pickedUp: true }, rulesWith()).states[2], 'exact')
    assert.equal(costs(orderOf([goods({ physical: false })]), rulesWith()).states[2], 'exact')
  })
})

suite('an order', () => {
  const lines = [
    goods({ key: 'o:1', variantId: 'a', quantity: pieces(2), net: parseAmount('72') }),
    goods({ key: 'o:2', variantId: 'b', quantity: pieces(1), net: parseAmount('22.50') }),
  ]
  const rules = rulesWith({
    goods: [entry({ ref: 'a', amount: parseAmount('14') }), entry({ ref: 'b', amount: parseAmount('9.50') })],
    fees: [fee({ percent: percent('1.4'), fixed: parseAmount('0.25') })],
    handling: [
      {
        id: 'h',
        from: null,
        perOrder: parseAmount('0.80'),
        perUnit: parseAmount('0.15'),
        currency: 'EUR',
        products: [],
      },
    ],
    returns: [{ id: 'l', from: null, label: parseAmount('3.90'), currency: 'EUR', region: '' }],
  })
  const given = {
    payments: [{ gateway: 'card', amount: parseAmount('118.29'), fee: null, feeCurrency: null }],
    labels: [{ amount: parseAmount('5.35'), currency: 'EUR' }],
  }
  const contribution = (order: CostedOrder, { rows }: OrderCosts) =>
    order.rows.map((row) => {
      const own = rows.get(row.rowId)
      const net = row.lineType === 'product' ? row.net : 0n
      return own ? net + own.charges - own.cost - own.handling - own.shippingCost - own.fee - own.returnCost : net
    })

  test('from goods to contribution before marketing, and by line (13, 15)', () => {
    const order = orderOf(lines, { ...given, rows: [charged('4.90')] })
    const found = costs(order, rules)
    assert.deepEqual(
      [found.cost, found.handling, found.fee, found.shippingCost],
      ['37.500000', '1.250000', '1.906060', '5.350000'],
    )
    const [a = 0n, b = 0n] = contribution(order, found.all)
    assert.deepEqual([amountText(a as never), amountText(b as never)], ['41.252526', '12.141414'])
    assert.equal(amountText((a + b) as never), '53.393940')
  })

  test('a piece that comes back into stock, with a label, while the fee is kept (14)', () => {
    const back = taken({ variantId: 'a', net: parseAmount('-36'), restocked: pieces(1) })
    const order = orderOf(lines, { ...given, rows: [charged('4.90'), back] })
    const all = costOrder(order, rules)
    assert.equal(amountText(contribution(order, all).at(-1) as never), '-25.900000')
    assert.equal(amountText(contribution(order, all).reduce((sum, own) => sum + own, 0n) as never), '27.493940')
  })

  test('a refund that names no goods gives its fee back over all lines, by net value', () => {
    const rule = fee({ percent: percent('1'), refund: 'percent' })
    const giveBacks = [{ event: 'refund:9', gateway: 'card', amount: parseAmount('10'), completes: false }]
    const all = costOrder(orderOf(lines, { ...given, giveBacks }), { ...rules, fees: [rule] })
    assert.deepEqual(all.extra, [
      { rowId: 'refund:9:costs:o:1', event: 'refund:9', soldLine: 'o:1' },
      { rowId: 'refund:9:costs:o:2', event: 'refund:9', soldLine: 'o:2' },
    ])
    const shares = all.extra.map(({ rowId }) => amountText(all.rows.get(rowId)?.fee as never))
    // 0.10 × 72 / 94.50 and × 22.50 / 94.50.
    assert.deepEqual(shares, ['-0.076190', '-0.023810'])
  })
})

test('an amount is split by largest remainder, ties to the earlier part (16)', () => {
  assert.deepEqual(splitAmount(parseAmount('1'), [1n, 1n, 1n]).map(amountText), ['0.333334', '0.333333', '0.333333'])
})

test('why profit changed adds up exactly (issue’s example)', () => {
  const facts = (orders: bigint, basket: string, margin: bigint) => {
    const netSales = orders * parseAmount(basket)
    return { orders, netSales: netSales as never, grossProfit: ((netSales * margin) / 100n) as never }
  }
  const change = explainProfit(
    {
      ...facts(600n, '61', 56n),
      variableCost: parseAmount('4260'),
      marketing: parseAmount('8200'),
      fixed: parseAmount('3000'),
    },
    {
      ...facts(640n, '58.50', 53n),
      variableCost: parseAmount('4736'),
      marketing: parseAmount('9100'),
      fixed: parseAmount('3000'),
    },
  )
  assert.deepEqual(Object.fromEntries(Object.entries(change).map(([key, amount]) => [key, amountText(amount)])), {
    orders: '1012.800000',
    basket: '-844.500000',
    margin: '-1111.100000',
    variable: '-186.000000',
    marketing: '-900.000000',
    fixed: '0.000000',
    total: '-2028.800000',
  })
})

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n })

test('parts of a split add up, with the sign of the whole', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.array(amounts, { minLength: 1 }),
      (total, weights) => {
        const parts = splitAmount(total as never, weights)
        const isWeighted = weights.some((weight) => weight > 0n)
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0n),
          isWeighted ? total : 0n,
        )
        assert.ok(parts.every((part) => (total < 0n ? part <= 0n : part >= 0n)))
      },
    ),
  )
})

test('all pieces back in any portions give exactly the cost back', () => {
  fc.assert(
    fc.property(amounts, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }), (cost, portions) => {
      const count = portions.reduce((sum, portion) => sum + portion, 0)
      const rows = portions.map((portion, index) =>
        taken({
          rowId: `r:${index}:1`,
          event: `refund:${index}`,
          quantity: -pieces(portion),
          restocked: pieces(portion),
        }),
      )
      const line = goods({ quantity: pieces(count), manualCost: { amount: cost as never, currency: 'EUR' } })
      assert.equal(sumOf(costOrder(orderOf([line], { rows }), rulesWith()), 'cost'), '0.000000')
    }),
  )
})

test('parts of a change of profit add up for any two periods', () => {
  const period = fc.record({
    orders: fc.bigInt({ min: 0n, max: 10_000n }),
    netSales: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 12n }),
    grossProfit: fc.bigInt({ min: -(10n ** 11n), max: 10n ** 12n }),
    variableCost: amounts,
    marketing: amounts,
    fixed: amounts,
  })
  fc.assert(
    fc.property(period, period, (before, after) => {
      const { total, ...parts } = explainProfit(before as never, after as never)
      const profit = (one: typeof before) => one.grossProfit - one.variableCost - one.marketing - one.fixed
      assert.equal(total, profit(after) - profit(before))
      assert.equal(
        Object.values(parts).reduce<bigint>((sum, part) => sum + part, 0n),
        total,
      )
    }),
  )
})
