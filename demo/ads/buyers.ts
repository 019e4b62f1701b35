// The shops' own orders as ad platforms see them through a tag on the shop's pages: time, value, and the click before.

import { addDays, type Day, dayOf } from '@tillsight/core/days'
import type { ShopOrder, StoreOrder } from '../../simulators/index.ts'
import { tenThousandths } from '../shop/cents.ts'
import { demoShop, demoShopRules, demoShopSite } from '../shop/index.ts'
import { shopifyShop, shopifyShopSite } from '../shopify-shop/index.ts'
import type { Advertiser } from './plan.ts'

/** An order that a tag on the shop's pages told of. */
export interface TaggedOrder {
  readonly id: number
  readonly at: Date
  /** The amount that the buyer pays, in hundredths of the shop's currency. */
  readonly cents: bigint
  /** The buyer's e-mail address; undefined if the order has none. */
  readonly email: string | undefined
  /** The source of its last visit, if that was an ad: the landing page's tags. */
  readonly click: { readonly source: string; readonly campaign: string } | undefined
}

/** The zones and currencies of the shops. */
export const shopSites = {
  demo: { zone: demoShopSite.zone, currency: demoShopSite.currency },
  shopify: { zone: shopifyShopSite.zone, currency: shopifyShopSite.currency },
} as const satisfies Readonly<Record<Advertiser, { readonly zone: string; readonly currency: string }>>

/** Orders that reach the tag between the first day of the story and the end of `until`, oldest first. */
export function tellTaggedOrders(
  advertiser: Advertiser,
  { madeOn, until }: { readonly madeOn: Day; readonly until: Day },
): TaggedOrder[] {
  // A month more, so that the outcome of an order stays the same however far the story continues.
  const told = { today: addDays(until, 31), madeOn }
  const orders =
    advertiser === 'demo' ? demoShop(told).orders.flatMap(fromStore) : shopifyShop(told).orders.flatMap(fromShop)
  return orders.filter(({ at }) => dayOf(at, shopSites[advertiser].zone) <= until)
}

const thanked = new Set(['processing', 'completed', 'shipped', 'on-hold', 'refunded'])

/** The thank-you page has the tag: orders whose checkout on the shop's own pages was completed. */
function fromStore(order: StoreOrder): TaggedOrder[] {
  const isSeen = order.createdVia === 'checkout' || order.createdVia === 'store-api'
  if (!isSeen || !thanked.has(order.status) || order.currency !== demoShopSite.currency) return []
  if (order.email?.endsWith(demoShopRules.testEmails[0].slice(1))) return []
  const lines = [...order.lines, ...(order.shippingLines ?? []), ...(order.feeLines ?? [])]
  const cents = toCents(lines.flatMap(({ total, totalTax = '0' }) => [total, totalTax]))
  if (cents <= 0n) return []
  const tag = (name: string) => String(order.meta?.find(({ key }) => key === `_wc_order_attribution_${name}`)?.value)
  const click = { source: tag('utm_source'), campaign: tag('utm_campaign') }
  const seen = { id: order.id, at: new Date(order.createdAt), cents, email: order.email }
  return [{ ...seen, click: click.campaign === 'undefined' ? undefined : click }]
}

function fromShop(order: ShopOrder): TaggedOrder[] {
  if (order.sourceName !== 'web' || order.test) return []
  const { lines, shipping = [], charges = [], journey } = order
  const sold = lines.map(({ unitPrice, quantity }) => ({ price: unitPrice, quantity }))
  const sent = shipping.map(({ price }) => ({ price, quantity: 1 }))
  const asked = charges.map(({ amount }) => ({ price: amount, quantity: 1 }))
  const parts = [...lines, ...shipping, ...charges]
  const taxes = parts.flatMap((part) => (part.taxes ?? []).map(({ amount }) => amount))
  const off = [...lines, ...shipping].flatMap((part) => (part.allocations ?? []).map(({ amount }) => `-${amount}`))
  const cents = toCents([
    ...[...sold, ...sent, ...asked].flatMap(({ price, quantity }) => Array.from({ length: quantity }, () => price)),
    ...taxes,
    ...off,
  ])
  const utm = journey?.last?.utm
  const click = utm?.source && utm.campaign ? { source: utm.source, campaign: utm.campaign } : undefined
  const email = order.email ?? undefined
  return cents <= 0n ? [] : [{ id: order.id, at: new Date(order.createdAt), cents, email, click }]
}

function toCents(amounts: readonly string[]): bigint {
  const exact = amounts.reduce((sum, amount) => sum + tenThousandths(amount), 0n)
  return (exact + 50n) / 100n
}
