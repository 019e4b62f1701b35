import type { Day } from '@tillsight/core/days'
import type { ShopLine, ShopOrder, ShopTransaction } from '../../simulators/index.ts'
import { centsText, divideRounded, percentOf } from '../shop/cents.ts'
import type { Random } from '../shop/random.ts'
import { isBlackWeek } from '../shop/season.ts'
import type { Buyer } from './buyers.ts'
import type { Ware } from './catalogue.ts'
import type { Occasion } from './occasions.ts'
import { type Charge, type Discount, netOf, type Shipping, totalOf } from './order-parts.ts'

const states: Readonly<Record<string, StateTaxes>> = {
  ME: { taxes: [{ title: 'Maine State Tax', rate: 55_000n }], onShipping: false },
  MA: { taxes: [{ title: 'Massachusetts State Tax', rate: 62_500n }], onShipping: false },
  NY: {
    taxes: [
      { title: 'New York State Tax', rate: 40_000n },
      { title: 'New York City Tax', rate: 48_750n },
    ],
    onShipping: true,
  },
  CA: {
    taxes: [
      { title: 'California State Tax', rate: 72_500n },
      { title: 'San Francisco County Tax', rate: 13_750n },
    ],
    onShipping: false,
  },
  TX: {
    taxes: [
      { title: 'Texas State Tax', rate: 62_500n },
      { title: 'Austin City Tax', rate: 20_000n },
    ],
    onShipping: true,
  },
}

const none: StateTaxes = { taxes: [], onShipping: false }

/** Ids of everything that belongs to an order follow its own. */
export const idsPerOrder = 1000
/** The first id of each kind, relative to the order's. */
export const idsAt = { line: 1, shipping: 50, charge: 60, payment: 100, happening: 200, laterLine: 300 } as const

/** The buyer, the time and the kind of order. */
export interface Purchase {
  readonly id: number
  readonly day: Day
  readonly createdAt: string
  readonly buyer: Buyer
  readonly occasion: Occasion
  readonly wares: readonly Ware[]
}

type Filled = Pick<ShopOrder, 'lines' | 'shipping' | 'charges' | 'discounts' | 'transactions' | 'test'>

/** Fills the cart and pays for it: prices without tax, every amount to the cent. */
export function checkOut(purchase: Purchase, random: Random): Filled {
  const cart = drawCart(purchase, random)
  const discount = drawDiscount(purchase, random)
  const isHere = purchase.occasion === 'till'
  const taxes = isHere ? taxesOf({ country: 'US', provinceCode: 'ME' }) : taxesOf(purchase.buyer.address)
  const lines = cart.map((item, at) =>
    toLine(item, { id: purchase.id + idsAt.line + at, discount, taxes: taxes.taxes }),
  )
  if (purchase.occasion === 'tip') lines.push(tipLine(purchase.id + idsAt.line + lines.length, random))
  const shipping = toShipping(purchase, { lines, taxes, isFree: discount?.name === 'SAMPLE100' })
  const charges = toDuties(purchase, cart, lines)
  const discounts = [...(discount ? [discount] : []), ...(shipping?.allocations ? [freeDelivery] : [])]
  const order = { lines, shipping: shipping ? [shipping] : [], charges, discounts }
  const total = totalOf(order)
  return {
    ...order,
    transactions: total === 0n ? [] : toPayments(purchase, total, random),
    ...(purchase.occasion === 'test' ? { test: true } : {}),
  }
}

interface Item {
  readonly ware: Ware
  readonly quantity: number
}

function drawCart({ wares, occasion }: Purchase, random: Random): Item[] {
  const chosen = new Map<string, Item>()
  const count = occasion === 'sample' ? 1 : random.weighted([[1, 45] as const, [2, 30], [3, 17], [5, 8]])
  for (let nth = 0; nth < count; nth += 1) {
    const ware = drawWare(random, wares)
    const many = occasion === 'wholesale' ? random.integer(6, 24) : random.weighted([[1, 78] as const, [2, 17], [3, 5]])
    chosen.set(ware.sku, { ware, quantity: occasion === 'sample' ? 1 : many })
  }
  const cards = wares.filter(({ giftCard }) => giftCard).map((ware) => ({ ware, quantity: random.integer(1, 2) }))
  if (occasion === 'gift_card_sold') return random.chance(0.5) ? [...chosen.values(), ...cards] : cards
  return [...chosen.values()]
}

function drawWare(random: Random, wares: readonly Ware[]): Ware {
  return random.weighted(wares.map((ware) => [ware, ware.popularity] as const))
}

const freeDelivery: Discount = {
  kind: 'automatic',
  name: 'Free delivery over $150',
  target: 'shipping',
  percentage: 100,
}

function drawDiscount({ occasion, day }: Purchase, random: Random): Discount | undefined {
  if (occasion === 'sample') return { kind: 'code', name: 'SAMPLE100', percentage: 100 }
  if (occasion === 'wholesale') return { kind: 'manual', name: 'Trade price', percentage: 35 }
  if (occasion !== 'usual') return undefined
  if (isBlackWeek(day))
    return random.chance(0.6) ? { kind: 'automatic', name: 'Black Friday', percentage: 25 } : undefined
  if (random.chance(0.1)) return { kind: 'code', name: 'WELCOME10', percentage: 10 }
  return random.chance(0.04) ? { kind: 'code', name: 'FRIENDS', percentage: 15 } : undefined
}

interface Pricing {
  readonly id: number
  readonly discount: Discount | undefined
  readonly taxes: ReturnType<typeof taxesOf>['taxes']
}

/** A line of the order; gift cards are neither discounted nor taxed. */
export function toLine({ ware, quantity }: Item, { id, discount, taxes }: Pricing): ShopLine {
  const price = ware.price * BigInt(quantity)
  const off = ware.giftCard || !discount ? 0n : percentOf(price, discount.percentage ?? 0)
  return {
    id,
    kind: ware.giftCard ? 'gift_card' : 'product',
    productId: ware.productId,
    variantId: ware.variantId,
    title: ware.title,
    variantTitle: ware.variantTitle,
    vendor: ware.vendor,
    sku: ware.sku,
    quantity,
    unitPrice: centsText(ware.price),
    ...(off === 0n ? {} : { allocations: [{ discount: 0, amount: centsText(off) }] }),
    taxes: ware.giftCard ? [] : taxLines(price - off, taxes),
    requiresShipping: !ware.giftCard,
  }
}

function tipLine(id: number, random: Random): ShopLine {
  return { id, kind: 'tip', title: 'Tip', quantity: 1, unitPrice: centsText(BigInt(random.integer(1, 8) * 100)) }
}

interface Delivery {
  readonly lines: readonly ShopLine[]
  readonly taxes: ReturnType<typeof taxesOf>
  readonly isFree: boolean
}

const freeFrom = 15_000n

function toShipping({ id, buyer, occasion }: Purchase, { lines, taxes, isFree }: Delivery): Shipping | undefined {
  if (occasion === 'till' || lines.every(({ kind }) => kind === 'gift_card')) return undefined
  const goods = lines.reduce((sum, line) => sum + (line.kind === 'product' ? netOf(line) : 0n), 0n)
  const abroad = buyer.address.country !== 'US'
  const price = isFree ? 0n : abroad ? 2490n : 795n
  const off = !abroad && goods >= freeFrom ? price : 0n
  // The shipping discount comes after the one on the goods, if there is one.
  const place = lines.some(({ allocations }) => allocations) ? 1 : 0
  return {
    id: id + idsAt.shipping,
    title: abroad ? 'International' : 'Ground',
    price: centsText(price),
    ...(off === 0n ? {} : { allocations: [{ discount: place, amount: centsText(off) }] }),
    taxes: taxes.onShipping ? taxLines(price - off, taxes.taxes) : [],
  }
}

/** Duties are paid at checkout for Canada and Britain. */
function toDuties({ id, buyer, occasion }: Purchase, cart: readonly Item[], lines: readonly ShopLine[]): Charge[] {
  if (occasion === 'till' || !['CA', 'GB'].includes(buyer.address.country)) return []
  return cart.flatMap(({ ware }, at) => {
    const line = lines[at]
    const amount = line ? divideRounded(netOf(line) * BigInt(ware.dutyPercent), 100n) : 0n
    if (!line || amount === 0n) return []
    return [{ id: id + idsAt.charge + at, kind: 'duty', name: 'Duty', lineId: line.id, amount: centsText(amount) }]
  })
}

function toPayments({ id, createdAt, occasion }: Purchase, total: bigint, random: Random): ShopTransaction[] {
  const first = { id: id + idsAt.payment, at: createdAt }
  switch (occasion) {
    case 'transfer':
      return []
    case 'authorised':
      return [{ ...first, kind: 'AUTHORIZATION', gateway: 'shopify_payments', amount: centsText(total) }]
    case 'test':
      return [{ ...first, kind: 'SALE', gateway: 'bogus', amount: centsText(total), test: true }]
    case 'till':
      return [random.chance(0.4) ? toSale(first, total, 'cash') : toCard(first, total)]
    case 'wholesale':
    case 'marketplace':
      return [toSale(first, total, 'manual')]
    case 'gift_card_paid': {
      const card = total < 5000n ? total : 5000n
      const rest = total - card
      const paid = toSale(first, card, 'gift_card')
      return rest === 0n ? [paid] : [paid, toCard({ ...first, id: first.id + 2 }, rest)]
    }
    default:
      return [random.chance(0.75) ? toCard(first, total) : toSale(first, total, 'paypal')]
  }
}

type First = Pick<ShopTransaction, 'id' | 'at'>

function toSale(first: First, amount: bigint, gateway: string): ShopTransaction {
  return { ...first, kind: 'SALE', gateway, amount: centsText(amount) }
}

/** Shopify Payments keep 2.9 % and thirty cents. */
export function toCard(first: First, amount: bigint, kind: 'SALE' | 'CAPTURE' = 'SALE'): ShopTransaction {
  const fee = percentOf(amount, 2.9) + 30n
  const fees = [{ id: first.id + 1, rate: '0.029', flat: '0.30', amount: centsText(fee) }]
  return { ...first, kind, gateway: 'shopify_payments', amount: centsText(amount), fees }
}

/** A sales tax of one authority; the rate in millionths. */
interface SalesTax {
  readonly title: string
  readonly rate: bigint
}

interface StateTaxes {
  readonly taxes: readonly SalesTax[]
  /** Whether delivery is taxed too. */
  readonly onShipping: boolean
}

/** The taxes of a location; some states and all foreign countries have none. */
function taxesOf({ country, provinceCode }: { readonly country: string; readonly provinceCode?: string }) {
  return country === 'US' ? (states[provinceCode ?? ''] ?? none) : none
}

/** Each tax on an amount of cents, rounded to the cent on its own. */
function taxLines(cents: bigint, taxes: readonly SalesTax[]) {
  return taxes.map(({ title, rate }) => ({
    title,
    rate: Number(rate) / 1_000_000,
    amount: centsText(divideRounded(cents * rate, 1_000_000n)),
  }))
}
