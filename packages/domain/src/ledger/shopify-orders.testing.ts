// Random orders of a simulated Shopify, with every kind of later change, for tests of the ledger and similar modules.

import fc from 'fast-check'
import type { ShopEvent, ShopOrder } from '../../../../simulators/index.ts'

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 4 }),
  cents: fc.integer({ min: 1, max: 20_000 }),
  rate: fc.constantFrom(0, 0.07, 0.19),
  discountPercent: fc.constantFrom(0, 0, 10, 33, 100),
  kind: fc.constantFrom<'product' | 'gift_card' | 'tip'>('product', 'product', 'product', 'gift_card', 'tip'),
})

/** An order and its later changes. */
export const shopifyPlan = fc.record({
  taxesIncluded: fc.boolean(),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  shippingCents: fc.constantFrom(0, 490, 995),
  /** Later changes; quantities are relative to what is left. */
  later: fc.array(fc.constantFrom('refund', 'return', 'remove', 'add', 'discrepancy'), { maxLength: 5 }),
})
type Plan = typeof shopifyPlan extends fc.Arbitrary<infer T> ? T : never

function money(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Builds the order of a plan, in the first days of one of the first six months of 2026. */
export function makeShopifyOrder(index: number, { taxesIncluded, lines, shippingCents, later }: Plan): ShopOrder {
  const id = 100 + index
  const at = (day: number) => `2026-0${1 + (index % 6)}-${String(day).padStart(2, '0')}T1${index % 10}:00:00Z`
  const sold = lines.map((one, place) => makeLine(id * 100 + place, one, taxesIncluded))
  const left = new Map(sold.flatMap((one) => (one.kind === 'tip' ? [] : [[one.id, one.quantity] as const])))
  const happenings = later.flatMap((what, step): readonly ShopEvent[] => {
    const eventId = id * 100 + 50 + step
    const day = at(3 + step)
    if (what === 'add') {
      const added = makeLine(
        eventId + 40,
        { quantity: 2, cents: 1_337, rate: 0.19, discountPercent: 0, kind: 'product' },
        taxesIncluded,
      )
      return [{ kind: 'edit', id: eventId, at: day, added: [added] }]
    }
    if (what === 'discrepancy') {
      const adjustments = [{ id: eventId, reason: 'REFUND_DISCREPANCY' as const, amount: '-1.23' }]
      return [{ kind: 'refund', id: eventId, at: day, adjustments }]
    }
    const [lineId] = [...left].find(([, quantity]) => quantity > 0) ?? []
    if (lineId === undefined) return []
    left.set(lineId, (left.get(lineId) ?? 1) - 1)
    const taken = [{ lineId, quantity: 1 }]
    if (what === 'remove') return [{ kind: 'edit', id: eventId, at: day, removed: taken }]
    return [{ kind: what, id: eventId, at: day, lines: taken }]
  })
  const paid = { id: id * 10, kind: 'SALE', gateway: 'shopify_payments', at: at(1), amount: '1000.00' } as const
  return {
    id,
    createdAt: at(1),
    taxesIncluded,
    lines: sold,
    discounts: [{ kind: 'code', name: 'SPRING', percentage: 10 }],
    ...(shippingCents === 0 ? {} : { shipping: [{ id: id * 100 + 99, title: 'Post', price: money(shippingCents) }] }),
    transactions: [paid],
    happenings,
  }
}

function makeLine(id: number, one: Plan['lines'][number], taxesIncluded: boolean) {
  const total = one.quantity * one.cents
  const off = Math.floor((total * (one.kind === 'product' ? one.discountPercent : 0)) / 100)
  const paid = total - off
  const taxed = one.kind === 'product' ? one.rate : 0
  const tax = Math.round(taxesIncluded ? paid - paid / (1 + taxed) : paid * taxed)
  return {
    id,
    kind: one.kind,
    productId: one.kind === 'product' ? 310 : null,
    variantId: null,
    title: `Line ${id}`,
    quantity: one.quantity,
    unitPrice: money(one.cents),
    ...(off === 0 ? {} : { allocations: [{ discount: 0, amount: money(off) }] }),
    ...(tax === 0 ? {} : { taxes: [{ title: 'VAT', rate: taxed, amount: money(tax) }] }),
  }
}
