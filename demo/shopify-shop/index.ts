// The demo's second shop: 24 months of a Shopify shop in Maine, from one seed, up to the minute it is asked for.
// Must not know how the product reads or counts it: `expected-shopify.ts` counts by its own rules.

import { addMonths, type Day, listDays } from '@tillsight/core/days'
import type { ShopCustomer, ShopDispute, ShopHistory, ShopOrder, ShopProduct } from '../../simulators/index.ts'
import { instantText, toInstant, visitTimes } from '../local-time.ts'
import { type Random, randomFrom } from '../shop/random.ts'
import { ordersOn } from '../shop/season.ts'
import { drawAftermath } from './aftermath.ts'
import { Buyers } from './buyers.ts'
import { buildCatalogue, type Ware } from './catalogue.ts'
import { checkOut, idsPerOrder } from './checkout.ts'
import { channelOf, drawOccasion, identityOf, journeyOf, presentmentOf } from './occasions.ts'

const zone = 'America/New_York'
/** 01:30 in either run of the repeated hour, and a quarter of an hour before midnight. */
const onLongDay = [90, 150, 1485]

/** The settings of a simulated shop for this history. */
export const shopifyShopSite = {
  shop: 'pine-and-harbor-demo',
  name: 'Pine & Harbor',
  zone,
  currency: 'USD',
  country: 'US',
  presentmentCurrencies: ['USD', 'CAD', 'GBP', 'EUR'],
  primaryDomain: 'pine-and-harbor.example',
  taxesIncluded: false,
} as const

/** A shop of the same organisation that is not connected yet. */
export const waitingShopSite = {
  ...shopifyShopSite,
  shop: 'tide-and-timber-demo',
  name: 'Tide & Timber',
  primaryDomain: 'tide-and-timber.example',
} as const

/** The plain history of the shop. */
interface ShopifyShop extends ShopHistory {
  readonly from: Day
  readonly to: Day
  readonly products: readonly ShopProduct[]
  readonly customers: readonly ShopCustomer[]
  readonly orders: readonly ShopOrder[]
  readonly disputes: readonly ShopDispute[]
}

/** Its orders as a share of the first shop's. */
const share = 0.4
const firstOrder = 5_000_000_000
const firstDispute = 700_000_001

/** Which part of the story to generate. */
interface Telling {
  readonly today: Day
  readonly now?: string
  /** The day on which the demo was created, `months` after the story's first; `today` unless it has continued since. */
  readonly madeOn?: Day
  readonly months?: number
  readonly seed?: number
}

/** Generates the history up to `now` on `today` (both in the shop's zone). The same input gives the same history. */
export function shopifyShop({ today, now, madeOn = today, months = 24, seed = 20_262 }: Telling): ShopifyShop {
  const from = addMonths(madeOn, -months)
  const days = listDays({ from, to: today })
  const planned = listDays({ from, to: madeOn }).length
  const end = now ?? toInstant(`${today} 23:59:59`, zone)
  const { products, wares } = buildCatalogue(toInstant(`${from} 00:00:00`, zone))
  const random = randomFrom(seed)
  const buyers = new Buyers(randomFrom(seed + 1))
  const orders: ShopOrder[] = []
  for (const [at, day] of days.entries()) {
    const progress = at / planned
    const count = thin(ordersOn(day, progress, random), random)
    for (const createdAt of visitTimes({ day, zone, count, onLongDay }, random)) {
      const nth = orders.length
      const own = randomFrom(seed * 31 + nth * 7919)
      const order = placeOrder(own, { buyers, wares, day, createdAt, nth, progress, end })
      if (createdAt <= end) orders.push(order)
    }
  }
  const customers = buyers.customers.filter(({ createdAt }) => createdAt <= end)
  return { from, to: today, products, customers, orders, disputes: disputed(orders, addMonths(madeOn, -5)) }
}

/** A card that its owner says was stolen: the first plain order since that day, which nobody sent back. */
function disputed(orders: readonly ShopOrder[], since: Day): ShopDispute[] {
  const order = orders.find(
    ({ createdAt, happenings = [], lines, transactions: [paid, ...more] = [] }) =>
      createdAt.slice(0, 10) >= since &&
      happenings.length === 0 &&
      lines.every(({ kind = 'product' }) => kind === 'product') &&
      paid?.kind === 'SALE' &&
      paid.gateway === 'shopify_payments' &&
      more.length === 0,
  )
  if (order === undefined) return []
  const after = (days: number) => instantText(Math.floor(Date.parse(order.createdAt) / 1000) + days * 86_400)
  const amount = order.transactions?.[0]?.amount ?? '0'
  const dates = { initiatedAt: after(16), finalizedOn: after(64) }
  return [{ id: firstDispute, orderId: order.id, status: 'LOST', reason: 'FRAUDULENT', amount, ...dates }]
}

function thin(count: number, random: Random): number {
  return Array.from({ length: count }, () => random.chance(share)).filter((stays) => stays).length
}

interface Visit {
  readonly buyers: Buyers
  readonly wares: readonly Ware[]
  readonly day: Day
  readonly createdAt: string
  readonly nth: number
  readonly progress: number
  /** Nothing happens after it. */
  readonly end: string
}

function placeOrder(random: Random, { buyers, wares, day, createdAt, nth, progress, end }: Visit): ShopOrder {
  const occasion = drawOccasion(random)
  const known = random.chance(0.35 + 0.4 * progress) ? buyers.returning() : undefined
  const buyer = known ?? buyers.newcomer(createdAt)
  buyer.orders += 1
  const id = firstOrder + nth * idsPerOrder
  const placed: ShopOrder = {
    id,
    number: 1001 + nth,
    createdAt,
    ...enteredLate(createdAt, occasion === 'wholesale' && progress > 0.01 && random.chance(0.4)),
    ...channelOf(occasion),
    ...identityOf(buyer, occasion, random),
    ...(occasion === 'till' ? {} : presentmentOf(buyer, day)),
    ...checkOut({ id, day, createdAt, buyer, occasion, wares }, random),
  }
  const isOnline = placed.sourceName === 'web'
  const order = isOnline ? { ...placed, journey: journeyOf(createdAt, buyer, random) } : placed
  const happenings = drawAftermath({ order, occasion, wares }, random).filter(({ at }) => at <= end)
  return { ...order, happenings }
}

/** Some trade orders are written down two days after they were agreed on; they count on the day of the agreement. */
function enteredLate(createdAt: string, isLate: boolean): Pick<ShopOrder, 'processedAt'> {
  return isLate ? { processedAt: instantText(Math.floor(Date.parse(createdAt) / 1000) - 2 * 86_400) } : {}
}
