import type { ShopAddress, ShopRefund, ShopTransaction } from './history.ts'
import { discountOf, type LineState, priceOf } from './line-state.ts'
import { fixedText, micros, toPresentment } from './money.ts'
import type { RefundLineFact } from './order-facts.ts'
import { orderFields } from './order-node.ts'
import type { OrderView } from './order-view.ts'
import type { Message } from './webhooks.ts'
import { countryName, gid, localTime } from './world.ts'

/** Money in REST's format, in one currency and in both. */
function text(amount: bigint, node: OrderView): string {
  return fixedText(amount, node.facts.currencies.shop)
}

function set(amount: bigint, node: OrderView) {
  const { currencies } = node.facts
  return {
    shop_money: { amount: fixedText(amount, currencies.shop), currency_code: currencies.shop },
    presentment_money: {
      amount: fixedText(toPresentment(amount, currencies), currencies.presentment),
      currency_code: currencies.presentment,
    },
  }
}

/** An order in the format of `orders/*` webhooks. `landing_site` and `referring_site` exist only here. */
export function orderBody(node: OrderView): Message['body'] {
  const { order, world } = node
  const at = (instant: string | null): string | null => (instant === null ? null : localTime(world, instant))
  return {
    id: order.id,
    admin_graphql_api_id: orderFields.id(node),
    app_id: Number(orderFields.app(node).id.replace(/\D+/g, '')),
    name: orderFields.name(node),
    number: Math.max(1, orderFields.number(node) - 1000),
    order_number: orderFields.number(node),
    created_at: at(orderFields.createdAt(node)),
    updated_at: at(orderFields.updatedAt(node)),
    processed_at: at(orderFields.processedAt(node)),
    cancelled_at: at(orderFields.cancelledAt(node)),
    cancel_reason: orderFields.cancelReason(node)?.toLowerCase() ?? null,
    closed_at: at(orderFields.closedAt(node)),
    test: orderFields.test(node),
    confirmed: true,
    currency: orderFields.currencyCode(node),
    presentment_currency: orderFields.presentmentCurrencyCode(node),
    financial_status: orderFields.displayFinancialStatus(node).toLowerCase(),
    fulfillment_status: orderFields.displayFulfillmentStatus(node) === 'FULFILLED' ? 'fulfilled' : null,
    source_name: orderFields.sourceName(node),
    landing_site: order.landingSite ?? null,
    referring_site: order.referringSite ?? null,
    cart_token: orderFields.cartToken(node),
    checkout_token: orderFields.checkoutToken(node),
    token: orderFields.checkoutToken(node),
    browser_ip: orderFields.clientIp(node),
    client_details: { user_agent: order.userAgent ?? null, accept_language: orderFields.customerLocale(node) },
    customer_locale: orderFields.customerLocale(node),
    email: orderFields.email(node),
    contact_email: orderFields.email(node),
    phone: orderFields.phone(node),
    note: orderFields.note(node),
    note_attributes: orderFields.customAttributes(node).map(({ key, value }) => ({ name: key, value })),
    tags: orderFields.tags(node).join(', '),
    taxes_included: orderFields.taxesIncluded(node),
    ...totals(node),
    discount_codes: discountCodes(node),
    customer: order.customerId ? { id: order.customerId, email: orderFields.email(node) } : null,
    billing_address: addressBody(order.billing),
    shipping_address: addressBody(order.shipTo),
    line_items: [...node.facts.lines.values()].map((state) => lineBody(state, node)),
    shipping_lines: node.facts.shipping.map((line) => ({
      id: line.id,
      title: line.title,
      code: line.code ?? line.title,
      price: text(micros(line.price), node),
      discounted_price: text(micros(line.price) - discountOf(line), node),
      tax_lines: (line.taxes ?? []).map(({ title, rate, amount }) => ({
        title,
        rate,
        price: text(micros(amount), node),
      })),
    })),
    refunds: node.facts.refunds.map((refund) => refundBody(refund, node)),
    payment_gateway_names: orderFields.paymentGatewayNames(node),
  }
}

function totals(node: OrderView) {
  const { sums } = node
  const goods = [...node.facts.lines.values()].reduce((sum, state) => sum + priceOf(state.line), 0n)
  return {
    subtotal_price: text(sums.subtotal('edited'), node),
    total_price: text(sums.total('edited'), node),
    total_tax: text(sums.tax('edited'), node),
    total_discounts: text(sums.discounts('edited'), node),
    total_line_items_price: text(goods, node),
    total_tip_received: text(sums.tips(), node),
    total_outstanding: text(sums.outstanding(), node),
    current_total_price: text(sums.total('current'), node),
    current_subtotal_price: text(sums.subtotal('current'), node),
    current_total_tax: text(sums.tax('current'), node),
    current_total_discounts: text(sums.discounts('current'), node),
    total_price_set: set(sums.total('edited'), node),
    current_total_price_set: set(sums.total('current'), node),
    total_tax_set: set(sums.tax('edited'), node),
  }
}

function discountCodes(node: OrderView) {
  const priced = [...[...node.facts.lines.values()].map((state) => state.line), ...node.facts.shipping]
  return (node.order.discounts ?? []).flatMap((discount, index) => {
    if (discount.kind !== 'code') return []
    const parts = priced.flatMap((entry) => entry.allocations ?? []).filter((entry) => entry.discount === index)
    const amount = parts.reduce((sum, entry) => sum + micros(entry.amount), 0n)
    const type = discount.percentage === undefined ? 'fixed_amount' : 'percentage'
    return [{ code: discount.name, amount: text(amount, node), type }]
  })
}

function lineBody({ line, left }: LineState, node: OrderView) {
  return {
    id: line.id,
    admin_graphql_api_id: gid('LineItem', line.id),
    product_id: line.productId ?? null,
    variant_id: line.variantId ?? null,
    title: line.title,
    variant_title: line.variantTitle ?? null,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    vendor: line.vendor ?? null,
    quantity: line.quantity,
    current_quantity: left,
    sku: line.sku ?? null,
    price: text(micros(line.unitPrice), node),
    price_set: set(micros(line.unitPrice), node),
    total_discount: '0.00',
    gift_card: line.kind === 'gift_card',
    discount_allocations: (line.allocations ?? []).map(({ discount, amount }) => ({
      amount: text(micros(amount), node),
      discount_application_index: discount,
    })),
    tax_lines: (line.taxes ?? []).map(({ title, rate, amount }) => ({
      title,
      rate,
      price: text(micros(amount), node),
    })),
    properties: Object.entries(line.properties ?? {}).map(([name, value]) => ({ name, value })),
  }
}

/** A refund in the format of `refunds/create`. */
export function refundBody(refund: ShopRefund, node: OrderView): Message['body'] {
  const lines: readonly RefundLineFact[] = node.facts.refundLines.get(refund.id) ?? []
  return {
    id: refund.id,
    admin_graphql_api_id: gid('Refund', refund.id),
    order_id: node.order.id,
    created_at: localTime(node.world, refund.at),
    processed_at: localTime(node.world, refund.processedAt ?? refund.at),
    note: refund.note ?? null,
    refund_line_items: lines.map(({ request, line, parts }, at) => ({
      id: request.id ?? Number(`${refund.id}${at + 1}`),
      line_item_id: line.id,
      quantity: request.quantity,
      restock_type: (request.restock ?? 'NO_RESTOCK').toLowerCase(),
      subtotal: text(orderFields.taxesIncluded(node) ? parts.total : parts.total - parts.tax, node),
      total_tax: text(parts.tax, node),
    })),
    order_adjustments: (refund.adjustments ?? []).map(({ id, reason, amount, tax }) => ({
      id,
      order_id: node.order.id,
      refund_id: refund.id,
      kind: 'refund_discrepancy',
      reason,
      amount: text(micros(amount), node),
      tax_amount: text(micros(tax), node),
    })),
    transactions: (refund.transactions ?? []).map((entry) => transactionBody(entry, node)),
  }
}

/** A transaction in the format of `order_transactions/create`. */
export function transactionBody(entry: ShopTransaction, node: OrderView): Message['body'] {
  return {
    id: entry.id,
    admin_graphql_api_id: gid('OrderTransaction', entry.id),
    order_id: node.order.id,
    kind: entry.kind.toLowerCase(),
    status: (entry.status ?? 'SUCCESS').toLowerCase(),
    gateway: entry.gateway,
    amount: text(micros(entry.amount), node),
    currency: orderFields.currencyCode(node),
    created_at: localTime(node.world, entry.at),
    processed_at: localTime(node.world, entry.processedAt ?? entry.at),
    parent_id: entry.parentId ?? null,
    test: entry.test ?? orderFields.test(node),
  }
}

function addressBody(address: ShopAddress | null | undefined) {
  if (!address) return null
  return {
    first_name: address.firstName ?? null,
    last_name: address.lastName ?? null,
    company: address.company ?? null,
    address1: address.address1 ?? null,
    city: address.city ?? null,
    zip: address.zip ?? null,
    province_code: address.provinceCode ?? null,
    country_code: address.country ?? null,
    country: address.country ? countryName(address.country) : null,
    phone: address.phone ?? null,
  }
}
