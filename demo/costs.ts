// What the demo's shops told about their costs: some goods stay without any, one payment method without a rule, and old months are
// closed. Nothing here touches revenue or spend.
import { addDays, addMonths, type Day, parseDay } from '@tillsight/core/days'
import type { Advertiser } from './ads/plan.ts'
import { buildCatalogue } from './shop/catalogue.ts'

/** A change as one member of the shop saved it. */
export interface DemoChange {
  readonly by: 'owner' | 'admin'
  readonly change: object
}

/** Costs of a shop in the order in which they were told. */
export interface DemoCosts {
  readonly changes: readonly DemoChange[]
  /** Expenses that belong to no order, as they are typed beside custom spend. */
  readonly expenses: readonly { readonly name: string; readonly amount: string; readonly firstDay: Day }[]
}

/** Costs of a demo shop that was made on that day. */
export function demoCosts(advertiser: Advertiser, madeOn: Day): DemoCosts {
  const firstDay = monthBefore(madeOn, 23)
  if (advertiser === 'shopify') {
    return {
      changes: [{ by: 'owner', change: { goods: { entries: dryBags } } }, ...pineRules.map(asRule)],
      expenses: [{ name: 'Workshop rent', amount: '1850', firstDay }],
    }
  }
  const raised = monthBefore(madeOn, 8)
  const closedThrough = addDays(monthBefore(madeOn, 2), -1)
  return {
    changes: [
      { by: 'owner', change: { goods: { entries: wholesale(raised) } } },
      ...nordlichtRules(raised).map(asRule),
      { by: 'owner', change: { settings: { closedThrough } } },
    ],
    expenses: [
      { name: 'Rent', amount: '1450', firstDay },
      { name: 'Wages', amount: '2400', firstDay },
    ],
  }
}

/** The first day of the month that was so many months ago. */
function monthBefore(day: Day, months: number): Day {
  return parseDay(`${addMonths(day, -months).slice(0, 7)}-01`)
}

type Rule = readonly [kind: string, body: object]

function asRule([kind, body]: Rule): DemoChange {
  return { by: 'admin', change: { rule: { kind, body } } }
}

/** From this one on, nobody has entered what goods cost. */
const firstWithoutCost = 60

/** Goods are bought at 34 % of their price, from some day on at 36 %; some stay without a cost. */
function wholesale(raised: Day): object[] {
  const own = buildCatalogue('').articles.filter(({ productId, deleted }) => productId < firstWithoutCost && !deleted)
  const price = (cents: bigint, percent: bigint) => (Number((cents * percent) / 100n) / 100).toFixed(2)
  return own.flatMap(({ productId, variationId, price: cents }) => {
    const of = { scope: 'variant', ref: `${variationId || productId}` }
    return [
      { ...of, amount: price(cents, 34n) },
      { ...of, amount: price(cents, 36n), from: raised },
    ]
  })
}

/** Invoices have no rule: what the provider keeps of them is not known. */
const nordlichtRules = (raised: Day): readonly Rule[] => [
  ['fee', { gateway: 'stripe', percent: '1.5', fixed: '0.25', foreignCard: '1.4', region: ['DE', 'AT', 'NL', 'FR'] }],
  ['fee', { gateway: 'ppcp-gateway', percent: '2.49', fixed: '0.35', refund: 'percent' }],
  ['fee', { gateway: 'bacs' }],
  ['fee', { gateway: 'cod', fixed: '3.20' }],
  ['shipping', { type: 'table', region: 'DE', bands: germanParcels, perKgAbove: '0.60' }],
  ['shipping', { type: 'perOrder', amount: '11.40' }],
  ['handling', { perOrder: '0.85', perUnit: '0.15', from: raised }],
  ['return', { label: '4.19' }],
]

const germanParcels = [
  { upTo: 2000, amount: '4.19' },
  { upTo: 5000, amount: '5.89' },
  { upTo: 10_000, amount: '8.39' },
]

const pineRules: readonly Rule[] = [
  ['fee', { gateway: 'Bank Deposit' }],
  // Shopify tells the fee of each payment, and none of disputes.
  ['fee', { gateway: 'shopify_payments', percent: '2.9', fixed: '0.30', dispute: '15' }],
  ['shipping', { type: 'perOrder', amount: '8.40', region: 'US' }],
  ['shipping', { type: 'asCharged' }],
  ['handling', { perOrder: '1.10', perUnit: '0.20' }],
]

/** The Dry Bag's cost is missing in the store; rugs and taffy stay without one. */
const dryBags = [{ scope: 'product', ref: '8100013', amount: '17.20' }]
