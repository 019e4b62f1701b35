import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAmounts, formatAmount, parseAmount, subtractAmounts } from '@tillsight/core'
import fc from 'fast-check'
import { ShopSettings } from '../inputs/index.ts'
import { book, toBookingRules } from '../ledger/index.ts'
import { toCsv } from './platform-files.testing.ts'
import { recordsOf } from './testing.ts'

const rules = toBookingRules(ShopSettings.parse({}), 'EUR')
const money = (cents: number) => (cents / 100).toFixed(2)
const amount = (text: string) => parseAmount(text)

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 5 }),
  cents: fc.integer({ min: 0, max: 50_000 }),
  taxable: fc.boolean(),
})
const plan = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  discountPercent: fc.constantFrom(0, 0, 7, 33, 100),
  shipping: fc.constantFrom(0, 490, 1_299),
  isShippingFree: fc.boolean(),
  tip: fc.constantFrom(0, 0, 250),
  duties: fc.constantFrom(0, 0, 1_111),
  rate: fc.constantFrom(0, 0.07, 0.19, 0.08875),
  taxesIncluded: fc.boolean(),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

/** An order in Shopify's format, its totals computed in whole cents; all of it is taxed, whatever lines say. */
function writeOrder(id: number, order: Plan): Record<string, string>[] {
  const goods = order.lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
  const off = Math.floor((goods * order.discountPercent) / 100)
  const shipping = order.isShippingFree ? 0 : order.shipping
  const taxed = goods - off + shipping
  const taxes = Math.round(order.taxesIncluded ? taxed - taxed / (1 + order.rate) : taxed * order.rate)
  const total = taxed + order.tip + order.duties + (order.taxesIncluded ? 0 : taxes)
  const first = {
    Id: String(id),
    'Created at': '2026-03-01 10:00:00 +0100',
    'Financial Status': 'paid',
    Currency: 'EUR',
    Subtotal: money(goods - off),
    Shipping: money(order.shipping),
    Taxes: money(taxes),
    Duties: money(order.duties),
    Total: money(total),
    'Discount Amount': money(off + order.shipping - shipping),
  }
  const untaxed = { 'Lineitem taxable': 'false', 'Lineitem requires shipping': 'false' }
  const tip = { 'Lineitem name': 'Tip', 'Lineitem quantity': '1', 'Lineitem price': money(order.tip), ...untaxed }
  const rows = order.lines.map(({ quantity, cents, taxable }, index) => ({
    'Lineitem name': `Thing ${index}`,
    'Lineitem quantity': String(quantity),
    'Lineitem price': money(cents),
    'Lineitem taxable': String(taxable),
    'Lineitem requires shipping': 'true',
  }))
  return [...rows, ...(order.tip === 0 ? [] : [tip])].map((row, index) => ({
    Name: `#${id}`,
    ...(index === 0 ? first : {}),
    ...row,
  }))
}

test('whatever is discounted, taxed, tipped or shipped free: orders add up to their totals and taxes to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 6 }), async (plans) => {
      const rows = plans.flatMap((order, index) => writeOrder(index + 1, order))
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      const records = await recordsOf(toCsv(columns, rows), 'shopify')
      assert.equal(records.length, plans.length)
      for (const record of records) {
        assert.ok(record.type === 'order')
        const [first] = rows.filter((row) => row.Id === record.id)
        const parts = record.lines.map(({ gross, discount, tax }) =>
          addAmounts(subtractAmounts(amount(gross), amount(discount)), amount(tax)),
        )
        assert.equal(formatAmount(addAmounts(...parts), 6), formatAmount(amount(first?.Total ?? ''), 6))
        const taxes = addAmounts(...record.lines.map(({ tax }) => amount(tax)))
        assert.equal(formatAmount(taxes, 6), formatAmount(amount(first?.Taxes ?? ''), 6))
        for (const { discount } of record.lines) assert.ok(amount(discount) >= 0n)
        const booking = book({ order: record, refunds: [] }, rules)
        assert.deepEqual(booking.issues, [])
      }
    }),
    { numRuns: 100 },
  )
})
