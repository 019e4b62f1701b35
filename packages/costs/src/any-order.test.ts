import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Amount, addAmounts, parseAmount } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import * as fc from 'fast-check'
import { costOrder } from './costs.ts'
import type { CostRules } from './rules.ts'
import { charged, entry, fee, goods, orderOf, percent, pieces, rulesWith, shipping, taken } from './testing.ts'
import type { CostedOrder, CostPart, OrderCosts, RowCosts } from './types.ts'

// What holds for any order (costs §15).

type Column = Exclude<keyof RowCosts, 'goodsState'>

function sumOf({ rows }: OrderCosts, column: Column): Amount {
  return addAmounts(...[...rows.values()].map((row) => row[column]))
}

const columns = {
  goods: 'cost',
  fee: 'fee',
  shipping: 'shippingCost',
  handling: 'handling',
  return: 'returnCost',
  expense: 'orderExpense',
} as const satisfies Record<CostPart['part'], Column>

const money = fc.integer({ min: 0, max: 50_000_000 }).map((value) => BigInt(value) as Amount)
const oneLine = fc.record({
  net: money,
  count: fc.integer({ min: 1, max: 5 }),
  back: fc.integer({ min: 0, max: 6 }),
  known: fc.boolean(),
  physical: fc.boolean(),
})
const anyOrder = fc.record({
  lines: fc.array(oneLine, { maxLength: 4 }),
  captured: money,
  shipped: money,
  refunded: money,
})
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Value> ? Value : never

function toOrder({ lines, captured, shipped, refunded }: AnyOrder): CostedOrder {
  const sold = lines.map(({ net, count, known, physical }, index) =>
    goods({ key: `o:${index}`, variantId: known ? 'v' : `x${index}`, net, quantity: pieces(count), physical }),
  )
  const back = lines.flatMap(({ back: count, net }, index) =>
    count === 0
      ? []
      : [
          taken({
            rowId: `r:1:${index}`,
            soldLine: `o:${index}`,
            quantity: -pieces(count),
            net: (0n - net) as Amount,
            restocked: pieces(count),
          }),
        ],
  )
  return orderOf(sold, {
    rows: [{ ...charged('0'), net: shipped }, ...back],
    payments: [{ gateway: 'card', amount: captured, fee: null, feeCurrency: null }],
    giveBacks: [
      { event: 'refund:1', gateway: 'card', amount: refunded, completes: false },
      { event: 'refund:2', gateway: 'card', amount: refunded, completes: true },
    ],
  })
}

function rulesTimes(by: bigint): CostRules {
  const of = (text: string) => (parseAmount(text) * by) as Amount
  return rulesWith({
    goods: [entry({ amount: of('3.17') })],
    fees: [fee({ percent: percent('1.4'), fixed: of('0.25'), refund: 'all', refundFixed: of('0.10') })],
    shipping: [shipping({ amount: of('5.35') })],
    handling: [{ id: 'h', from: null, perOrder: of('0.80'), perUnit: of('0.15'), currency: 'EUR', products: [] }],
    returns: [{ id: 'l', from: null, label: of('3.90'), currency: 'EUR', region: '' }],
    expenses: [
      {
        id: 'e',
        kind: 'percent',
        amount: of('0'),
        percent: percent('2.5'),
        currency: 'EUR',
        start: parseDay('2026-01-01'),
        end: null,
      },
    ],
  })
}

suite('for any order', () => {
  test('rows add up to parts, of every kind and on every event', () => {
    fc.assert(
      fc.property(anyOrder, (given) => {
        const order = toOrder(given)
        const costs = costOrder(order, rulesTimes(1n))
        const eventOf = new Map([...order.rows, ...costs.extra].map(({ rowId, event }) => [rowId, event]))
        for (const [part, column] of Object.entries(columns)) {
          const sums = new Map<string, bigint>()
          const add = (event: string, amount: bigint) => sums.set(event, (sums.get(event) ?? 0n) + amount)
          for (const own of costs.parts) if (own.part === part) add(own.event, own.amount)
          for (const [row, own] of costs.rows) add(eventOf.get(row) ?? `no row ${row}`, 0n - own[column])
          assert.deepEqual(
            [...sums].filter(([, amount]) => amount !== 0n),
            [],
            part,
          )
        }
        assert.equal(sumOf(costs, 'charges'), given.shipped)
      }),
    )
  })

  test('an unknown cost adds nothing, and only goods have a state', () => {
    fc.assert(
      fc.property(anyOrder, (given) => {
        const { rows, parts } = costOrder(toOrder(given), rulesTimes(1n))
        given.lines.forEach(({ known }, index) => {
          assert.equal(rows.get(`o:${index}`)?.goodsState, known ? 'exact' : 'unknown')
        })
        assert.ok(parts.every(({ state, amount }) => state !== 'unknown' || amount === 0n))
      }),
    )
  })

  test('money that is worth a thousandth makes all costs a thousand times as large', () => {
    fc.assert(
      fc.property(anyOrder, (given) => {
        const times = (amount: bigint) => (amount * 1_000n) as Amount
        const large = toOrder({
          lines: given.lines.map((line) => ({ ...line, net: times(line.net) })),
          captured: times(given.captured),
          shipped: times(given.shipped),
          refunded: times(given.refunded),
        })
        const [one, other] = [costOrder(toOrder(given), rulesTimes(1n)), costOrder(large, rulesTimes(1_000n))]
        for (const column of Object.values(columns)) {
          const off = sumOf(one, column) * 1_000n - sumOf(other, column)
          // Each rounded part is at most half a millionth away: fees and percentages have up to four.
          assert.ok((off < 0n ? -off : off) <= 2_000n, column)
        }
        assert.equal(sumOf(other, 'cost'), sumOf(one, 'cost') * 1_000n)
      }),
    )
  })
})
