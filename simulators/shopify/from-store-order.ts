import type { StoreOrder } from '../woocommerce/history.ts'
import { addMoney, Conversion } from './from-store-money.ts'
import { addressOf, customerIdOf, variantIdOf } from './from-store-people.ts'
import type { StoreReading } from './from-store-reading.ts'
import { happeningsOf } from './from-store-refunds.ts'
import type { ShopCharge, ShopDiscount, ShopJourney, ShopLine, ShopOrder, ShopTransaction } from './history.ts'

const unfinished = new Set(['pending', 'failed', 'checkout-draft', 'auto-draft', 'draft', 'trash'])

/** Whether it never became an order in Shopify's sense. */
export function isCheckout(order: StoreOrder): boolean {
  return unfinished.has(order.status)
}

/** One order of the other store as what happened to it. */
export function fromStoreOrder(order: StoreOrder, reading: StoreReading): ShopOrder {
  const money = new Conversion(order, reading)
  const discounts = discountsOf(order)
  const lines = linesOf(order, { reading, money })
  const shipping = (order.shippingLines ?? []).map((line) => ({
    id: line.id,
    title: line.title,
    code: line.methodId,
    price: money.inBasis(line.total, line.totalTax),
    taxes: money.taxes(line),
  }))
  const bare: ShopOrder = {
    id: order.id,
    number: order.id,
    createdAt: order.createdAt,
    updatedAt: order.modifiedAt ?? order.createdAt,
    taxesIncluded: reading.taxesIncluded,
    customerId: customerIdOf(order),
    email: order.email ?? null,
    billing: order.billing ? addressOf(order.billing) : null,
    shipTo: order.shipping ? addressOf(order.shipping) : order.billing ? addressOf(order.billing) : null,
    lines,
    shipping,
    charges: chargesOf(order, { reading, money }),
    discounts,
    sourceName: sourceOf(order),
    checkoutToken: `checkout-${order.id}`,
    note: order.customerNote ?? null,
    journey: journeyOf(order),
    ...(money.presentment ? { presentment: money.presentment } : {}),
    ...(reading.isTest?.(order) ? { test: true } : {}),
  }
  const transactions = transactionsOf(order, { bare, money, reading })
  const paid = { ...bare, transactions }
  return { ...paid, happenings: happeningsOf(order, { placed: paid, money, reading }) }
}

interface Using {
  readonly reading: StoreReading
  readonly money: Conversion
}

/** Discounts of the order: its coupons, else one of the shop's own; negative fees are a person's. */
function discountsOf(order: StoreOrder): ShopDiscount[] {
  const codes = (order.couponLines ?? []).map(
    (coupon): ShopDiscount => ({
      kind: 'code',
      name: coupon.code,
      ...(coupon.discountType === 'percent' && coupon.amount !== undefined
        ? { percentage: coupon.amount }
        : { amount: coupon.discount }),
    }),
  )
  const line: ShopDiscount[] = codes.length > 0 ? codes : [{ kind: 'automatic', name: 'Discount', amount: '0' }]
  return [...line, { kind: 'manual', name: 'Price reduction', amount: '0' }]
}

function linesOf(order: StoreOrder, { reading, money }: Using): ShopLine[] {
  const off = money.spread(reductionsOf(order, reading), order.lines)
  const manual = Math.max(1, order.couponLines?.length ?? 0)
  const goods = order.lines.map((line, at): ShopLine => {
    const price = money.inBasis(line.subtotal, line.subtotalTax)
    const paid = money.inBasis(line.total, line.totalTax)
    const reduction = off[at] ?? '0'
    const discount = addMoney(price, `-${paid}`)
    const allocations = [
      ...(money.isZero(discount) ? [] : [{ discount: 0, amount: discount }]),
      ...(money.isZero(reduction) ? [] : [{ discount: manual, amount: reduction }]),
    ]
    return {
      id: line.id,
      kind: reading.giftCardProductIds?.includes(String(line.productId)) ? 'gift_card' : 'product',
      productId: line.productId === 0 ? null : line.productId,
      variantId: line.productId === 0 ? null : variantIdOf(line.productId, line.variationId),
      title: line.parentName ?? line.name,
      sku: line.sku,
      quantity: line.quantity,
      unitPrice: money.divided(price, line.quantity),
      linePrice: price,
      allocations,
      taxes: money.taxes(line, reduction),
    }
  })
  const tips = (order.feeLines ?? []).filter((fee) => begins(fee.name, reading.tipFees))
  return [
    ...goods,
    ...tips.map((fee): ShopLine => {
      const amount = money.shop(fee.total, fee.totalTax)
      return { id: fee.id, kind: 'tip', title: 'Tip', quantity: 1, unitPrice: amount }
    }),
  ]
}

function isNegative(total: string): boolean {
  return total.startsWith('-')
}

/** Negative fees that are no payment by gift card: a reduction of the whole order. */
function reductionsOf(order: StoreOrder, reading: StoreReading): string[] {
  const fees = (order.feeLines ?? []).filter((fee) => isNegative(fee.total) && !begins(fee.name, reading.giftCardFees))
  return fees.flatMap((fee) => [fee.total, ...(reading.taxesIncluded ? [fee.totalTax ?? '0'] : [])])
}

function chargesOf(order: StoreOrder, { reading, money }: Using): ShopCharge[] {
  const fees = (order.feeLines ?? []).filter((fee) => !isNegative(fee.total) && !begins(fee.name, reading.tipFees))
  return fees.map((fee) => ({
    id: fee.id,
    kind: 'fee',
    name: fee.name,
    amount: money.inBasis(fee.total, fee.totalTax),
    taxes: money.taxes(fee),
  }))
}

const gateways: Readonly<Record<string, string>> = {
  stripe: 'shopify_payments',
  bacs: 'Bank Deposit',
  cod: 'Cash on Delivery (COD)',
  'ppcp-gateway': 'paypal',
}

function transactionsOf(
  order: StoreOrder,
  { bare, money, reading }: Using & { readonly bare: ShopOrder },
): ShopTransaction[] {
  const at = order.paidAt ?? null
  const gateway = gateways[order.paymentMethod ?? ''] ?? 'shopify_payments'
  const cards = [
    ...(order.giftCards ?? []).map((card) => card.amount),
    ...(order.feeLines ?? [])
      .filter((fee) => begins(fee.name, reading.giftCardFees))
      .map((fee) => fee.total.replace('-', '')),
  ]
  const byCard = cards.map(
    (amount, nth): ShopTransaction => ({
      id: order.id * 1000 + 900 + nth,
      kind: 'SALE',
      gateway: 'gift_card',
      at: at ?? order.createdAt,
      amount: money.shop(amount),
    }),
  )
  const open = money.openOf(bare, byCard)
  const id = order.id * 1000 + 800
  if (at === null)
    return byCard.concat(
      isManual(gateway) && open !== '0'
        ? [{ id, kind: 'SALE', status: 'PENDING', gateway, at: order.createdAt, amount: open }]
        : [],
    )
  const fees = gateway === 'shopify_payments' ? [money.fee(id + 50, open)] : []
  return open === '0' ? byCard : [...byCard, { id, kind: 'SALE', gateway, at, amount: open, fees }]
}

function isManual(gateway: string): boolean {
  return gateway.includes(' ')
}

function begins(name: string, patterns: readonly string[] | undefined): boolean {
  return (patterns ?? []).some((pattern) => name.toLowerCase().startsWith(pattern.replace(/\*$/, '').toLowerCase()))
}

function sourceOf({ createdVia }: StoreOrder): string {
  if (createdVia === 'admin') return 'shopify_draft_order'
  return createdVia === undefined || createdVia === 'checkout' || createdVia === 'store-api' ? 'web' : createdVia
}

/** The visit that the store's own attribution noted; orders without a browser have no journey. */
function journeyOf(order: StoreOrder): ShopJourney | null {
  if (sourceOf(order) !== 'web') return null
  const read = (key: string): string | undefined => {
    const value = order.meta?.find((entry) => entry.key === `_wc_order_attribution_${key}`)?.value
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const placed = Date.parse(order.createdAt)
  const readyAt = `${new Date(placed + 300_000).toISOString().slice(0, 19)}Z`
  const [source, landingPage, referrer] = [read('utm_source'), read('session_entry'), read('referrer')]
  if (source === undefined) return { readyAt, moments: 0 }
  const utm = Object.fromEntries(
    (['source', 'medium', 'campaign', 'content', 'term'] as const).flatMap((name) => {
      const value = read(`utm_${name}`)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const visit = {
    at: `${new Date(placed - 1_200_000).toISOString().slice(0, 19)}Z`,
    ...(landingPage === undefined ? {} : { landingPage }),
    ...(referrer === undefined ? {} : { referrer }),
    source: source === '(direct)' ? 'direct' : source,
    ...(source === '(direct)' ? {} : { utm }),
  }
  return { readyAt, first: visit, last: visit, moments: 1, daysToConversion: 0 }
}
