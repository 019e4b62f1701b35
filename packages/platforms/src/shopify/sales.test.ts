import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { OrderLine } from '../records.ts'
import { makeAgreement, makeSale } from './orders.testing.ts'
import { readSales, type Sales } from './sales.ts'
import { toMillionths } from './values.ts'
import type { WireAgreement } from './wire.ts'

const placed = '2026-03-01T10:00:00Z'

describe('the dated sales of an order', () => {
  it('are the example of tax-included prices: amounts without tax, the discount apart', () => {
    const { lines } = readSales('1', [
      makeAgreement(
        ['OrderAgreement', placed],
        [
          makeSale({ total: '43.20', tax: '7.20', discount: '4.00', quantity: 2, lineItem: '11' }),
          makeSale({ lineType: 'SHIPPING', total: '3.60', tax: '0.60', quantity: 1 }),
        ],
      ),
    ])
    assert.deepEqual(
      lines.map(({ id, type, quantity, gross, discount, tax }) => ({ id, type, quantity, gross, discount, tax })),
      [
        { id: '11', type: 'product', quantity: '2', gross: '40', discount: '4', tax: '7.2' },
        { id: 'shipping-0', type: 'shipping', quantity: '1', gross: '3', discount: '0', tax: '0.6' },
      ],
    )
  })

  it('keep gift cards, tips and duties apart, and count no discount on shipping', () => {
    const { lines } = readSales('1', [
      makeAgreement(
        ['OrderAgreement', placed],
        [
          makeSale({ lineType: 'GIFT_CARD', total: '50.0', quantity: 1, lineItem: '12' }),
          makeSale({ lineType: 'TIP', total: '5', quantity: 1, lineItem: '13' }),
          makeSale({ lineType: 'DUTY', total: '8.25', quantity: null }),
          makeSale({ lineType: 'SHIPPING', total: '8.00', discount: '2.00', quantity: 1 }),
        ],
      ),
    ])
    assert.deepEqual(
      lines.map(({ type, gross, discount }) => [type, gross, discount]),
      [
        ['gift_card', '50', '0'],
        ['tip', '5', '0'],
        ['charge', '8.25', '0'],
        ['shipping', '8', '0'],
      ],
    )
  })

  it('become refunds of the lines that they take back, on their own day', () => {
    const { lines, refunds, edits } = readSales('1', [
      makeAgreement(
        ['RefundAgreement', '2026-03-09T08:00:00Z'],
        [
          makeSale({
            actionType: 'RETURN',
            total: '-21.60',
            tax: '-3.60',
            discount: '-2.00',
            quantity: -1,
            lineItem: '11',
          }),
          makeSale({ actionType: 'RETURN', lineType: 'ADJUSTMENT', total: '1.60', quantity: null }),
        ],
        { refund: '77', note: 'Too small' },
      ),
      makeAgreement(
        ['OrderAgreement', placed],
        [makeSale({ total: '43.20', tax: '7.20', discount: '4.00', quantity: 2, lineItem: '11' })],
      ),
    ])
    assert.equal(lines.length, 1)
    assert.deepEqual(edits, [])
    const [refund] = refunds
    assert.ok(refund)
    assert.deepEqual(
      { id: refund.id, at: refund.at, amount: refund.amount, reason: refund.reason },
      { id: '77', at: '2026-03-09T08:00:00Z', amount: '20', reason: 'Too small' },
    )
    assert.deepEqual(
      refund.lines.map(({ type, orderLineId, quantity, amount, tax }) => ({
        type,
        orderLineId,
        quantity,
        amount,
        tax,
      })),
      [
        { type: 'product', orderLineId: '11', quantity: '1', amount: '18', tax: '3.6' },
        { type: 'adjustment', orderLineId: null, quantity: '0', amount: '-1.6', tax: '0' },
      ],
    )
  })

  it('become edits for what is added and removed, and for what a return gives in exchange', () => {
    const { edits, refunds } = readSales('1', [
      makeAgreement(['OrderAgreement', placed], [makeSale({ total: '10', quantity: 1, lineItem: '11' })]),
      makeAgreement(
        ['OrderEditAgreement', '2026-03-02T10:00:00Z'],
        [
          makeSale({ actionType: 'UPDATE', total: '-10', quantity: -1, lineItem: '11' }),
          makeSale({ total: '12', quantity: 1, lineItem: '14' }),
          makeSale({ lineType: 'DUTY', total: '-3', quantity: null }),
        ],
      ),
      makeAgreement(
        ['ReturnAgreement', '2026-03-03T10:00:00Z'],
        [
          makeSale({ actionType: 'RETURN', total: '-12', quantity: -1, lineItem: '14' }),
          makeSale({ total: '15', quantity: 1, lineItem: '15' }),
          makeSale({ lineType: 'FEE', total: '4', quantity: null }),
        ],
      ),
    ])
    assert.deepEqual(
      edits.map(({ at, lines }) => [at, lines.map(({ id, quantity, gross }) => [id.split('-')[0], quantity, gross])]),
      [
        [
          '2026-03-02T10:00:00Z',
          [
            ['11', '-1', '-10'],
            ['14', '1', '12'],
          ],
        ],
        [
          '2026-03-03T10:00:00Z',
          [
            ['15', '1', '15'],
            ['charge', '0', '4'],
          ],
        ],
      ],
    )
    assert.deepEqual(
      refunds.map(({ at, amount, lines }) => [at, amount, lines.map(({ type }) => type)]),
      [
        ['2026-03-02T10:00:00Z', '3', ['charge']],
        ['2026-03-03T10:00:00Z', '12', ['product']],
      ],
    )
  })

  it('leave out refunds that give nothing back, and keep refunds of one id apart', () => {
    const { refunds } = readSales('1', [
      makeAgreement(['OrderAgreement', placed], [makeSale({ total: '10', quantity: 2, lineItem: '11' })]),
      makeAgreement(
        ['RefundAgreement', '2026-03-02T10:00:00Z'],
        [makeSale({ total: '-5', quantity: -1, lineItem: '11' })],
        { refund: '7' },
      ),
      makeAgreement(
        ['RefundAgreement', '2026-03-03T10:00:00Z'],
        [makeSale({ total: '-5', quantity: -1, lineItem: '11' })],
        { refund: '7' },
      ),
      makeAgreement(['RefundAgreement', '2026-03-04T10:00:00Z'], [], { refund: '8' }),
    ])
    assert.equal(new Set(refunds.map(({ id }) => id)).size, 2)
  })

  it('add up to what Shopify’s records add up to, to the last digit, whatever happens to an order', () => {
    fc.assert(
      fc.property(agreements, (given) => {
        const sales = readSales('1', given)
        assert.equal(
          total(sales),
          given.flatMap((one) => one.sales).reduce((sum, sale) => sum + sale.totalAmount, 0n),
        )
        assert.equal(
          taxOf(sales),
          given.flatMap((one) => one.sales).reduce((sum, sale) => sum + sale.totalTaxAmount, 0n),
        )
        for (const lines of [sales.lines, ...sales.edits.map((edit) => edit.lines)]) {
          assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length, 'ids of lines are their own')
        }
        for (const refund of sales.refunds) {
          const sum = refund.lines.reduce((all, { amount, tax }) => all + toMillionths(amount) + toMillionths(tax), 0n)
          assert.equal(toMillionths(refund.amount), sum, 'a refund is the sum of its lines')
        }
      }),
      { numRuns: 300 },
    )
  })
})

const cents = fc.integer({ min: -50_000, max: 50_000 }).map((value) => (value / 100).toFixed(2))
const sale = fc
  .record({
    lineType: fc.constantFrom(
      'PRODUCT',
      'GIFT_CARD',
      'SHIPPING',
      'TIP',
      'DUTY',
      'FEE',
      'ADDITIONAL_FEE',
      'ADJUSTMENT',
      'UNKNOWN',
    ),
    actionType: fc.constantFrom('ORDER', 'RETURN', 'UPDATE', 'UNKNOWN'),
    quantity: fc.option(fc.integer({ min: -3, max: 3 })),
    total: cents,
    tax: cents,
    discount: cents,
    lineItem: fc.constantFrom('1', '2', '3'),
  })
  .map(makeSale)
const agreements: fc.Arbitrary<WireAgreement[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom('OrderAgreement', 'OrderEditAgreement', 'RefundAgreement', 'ReturnAgreement'),
      fc.integer({ min: 0, max: 5 }),
      fc.array(sale, { maxLength: 6 }),
      fc.constantFrom('71', '72'),
    )
    .map(([kind, day, sales, refund]) => makeAgreement([kind, `2026-03-0${day + 1}T10:00:00Z`], sales, { refund })),
  { maxLength: 5 },
)

function total({ lines, edits, refunds }: Sales): bigint {
  const all = [...lines, ...edits.flatMap((edit) => edit.lines)]
  const sold = all.reduce((sum, line) => sum + totalOf(line), 0n)
  return refunds.reduce((sum, { amount }) => sum - toMillionths(amount), sold)
}

function totalOf({ gross, discount, tax }: OrderLine): bigint {
  return toMillionths(gross) - toMillionths(discount) + toMillionths(tax)
}

function taxOf({ lines, edits, refunds }: Sales): bigint {
  const all = [...lines, ...edits.flatMap((edit) => edit.lines)]
  const sold = all.reduce((sum, { tax }) => sum + toMillionths(tax), 0n)
  return refunds.flatMap((refund) => refund.lines).reduce((sum, { tax }) => sum - toMillionths(tax), sold)
}
