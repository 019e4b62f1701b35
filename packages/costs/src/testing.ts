import { parseAmount, parseRate, unitRate } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import type { CostRules, FeeRule, GoodsEntry, ShippingRule } from './rules.ts'
import type { CostedOrder, CostedRow, SoldGoods } from './types.ts'

/** The day of most examples. */
export const day: Day = parseDay('2026-03-10')
const none = parseAmount('0')

/** Pieces as ten-thousandths. */
export const pieces = (count: number): bigint => BigInt(count) * 10_000n

/** Percent points as millionths of one. */
export const percent = (text: string): bigint => parseAmount(text)

/** Rules in euros without any entry; rates by currency hold for every day. */
export function rulesWith(given: Partial<CostRules> = {}, rates: Readonly<Record<string, string>> = {}): CostRules {
  return {
    currency: 'EUR',
    rateOf: (from) => (rates[from] === undefined ? undefined : parseRate(rates[from])),
    goods: [],
    fees: [],
    shipping: [],
    handling: [],
    returns: [],
    expenses: [],
    settings: { whoDecides: 'order', restockDefault: false, groups: {}, defaultGrams: null },
    ...given,
  }
}

/** An entry of 1.00 a piece for the variant `v`. */
export function entry(given: Partial<GoodsEntry>): GoodsEntry {
  return {
    id: 'entry',
    scope: 'variant',
    ref: 'v',
    from: null,
    country: '',
    minQuantity: 1,
    steps: 'whole',
    kind: 'amount',
    amount: parseAmount('1'),
    percent: 0n,
    currency: 'EUR',
    source: 'entered',
    seenFrom: null,
    ...given,
  }
}

/** A fee of nothing for cards. */
export function fee(given: Partial<FeeRule>): FeeRule {
  return {
    id: 'fee',
    gateway: 'card',
    exclude: [],
    from: null,
    percent: 0n,
    fixed: none,
    currency: 'EUR',
    foreignCard: 0n,
    region: [],
    conversion: 0n,
    payoutCurrency: '',
    refund: 'kept',
    refundFixed: none,
    dispute: null,
    ...given,
  }
}

/** A shipping rule of nothing for every order. */
export function shipping(given: Partial<ShippingRule>): ShippingRule {
  return {
    id: 'shipping',
    type: 'perOrder',
    region: '',
    from: null,
    method: '',
    amount: none,
    currency: 'EUR',
    bands: [],
    perKgAbove: null,
    ...given,
  }
}

/** A line of one piece of the variant `v` for 10.00. */
export function goods(given: Partial<SoldGoods>): SoldGoods {
  return {
    key: 'o:1',
    event: 'order',
    productId: 'p',
    variantId: 'v',
    supplier: '',
    categories: [],
    quantity: pieces(1),
    net: parseAmount('10'),
    physical: true,
    grams: null,
    storeCost: null,
    manualCost: null,
    bundleOf: '',
    isBundle: false,
    ...given,
  }
}

/** A row that takes a line back. */
export function taken(given: Partial<CostedRow>): CostedRow {
  return {
    rowId: 'r:1:1',
    kind: 'refund',
    side: 'return',
    lineType: 'product',
    event: 'refund:1',
    soldLine: 'o:1',
    productId: 'p',
    variantId: 'v',
    quantity: -pieces(1),
    net: none,
    restocked: 0n,
    ...given,
  }
}

/** An order of these lines in euros to Germany, with the rows that sell them before the given ones. */
export function orderOf(lines: readonly SoldGoods[], { rows = [], ...given }: Partial<CostedOrder> = {}): CostedOrder {
  const sold = lines.map(
    ({ key, event, productId, variantId, quantity, net }): CostedRow => ({
      ...taken({ rowId: key, kind: 'order', side: 'sale', event, soldLine: key, productId, variantId }),
      quantity,
      net,
    }),
  )
  return {
    day,
    currency: 'EUR',
    rate: unitRate,
    country: 'DE',
    region: '',
    rows: [...sold, ...rows],
    lines,
    payments: [],
    giveBacks: [],
    disputes: [],
    labels: [],
    shippingMethods: [],
    leftHouse: true,
    pickedUp: false,
    paid: true,
    pointOfSale: false,
    ...given,
  }
}

/** What the buyer paid for delivery, as a row of its own. */
export function charged(net: string): CostedRow {
  return taken({
    rowId: 'o:shipping',
    kind: 'order',
    side: 'sale',
    lineType: 'shipping',
    event: 'order',
    soldLine: 'o:shipping',
    quantity: pieces(1),
    net: parseAmount(net),
  })
}
