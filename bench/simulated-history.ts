import type {
  GeneratedOrders,
  ShopCustomer,
  ShopLine,
  ShopOrder,
  StoreOrder,
  StoreOrderLine,
} from '../simulators/index.ts'

const firstId = 1_000_000
const countries = ['DE', 'DE', 'DE', 'AT', 'CH', 'NL', 'FR', 'DK'] as const

/** Two years of an ordinary shop's orders, newest last, made on demand and always the same. */
export function simulatedOrders(count: number, until: Date): GeneratedOrders {
  const spanMs = 730 * 86_400_000
  return {
    count,
    orderAt: (index) =>
      orderAt(index, new Date(until.getTime() - spanMs + Math.floor((index / count) * spanMs)), count),
  }
}

function orderAt(index: number, at: Date, count: number): StoreOrder {
  const draw = drawer(index)
  const createdAt = toText(at)
  const id = firstId + index * 10
  const customer = Math.floor(draw() ** 1.5 * count * 0.3)
  const lines = Array.from({ length: 1 + Math.floor(draw() * 2.2) }, (_, nth) => line(id + nth + 1, draw))
  const country = countries[Math.floor(draw() * countries.length)] ?? 'DE'
  const isRefunded = draw() < 0.06
  const first = lines[0]
  return {
    id,
    status: 'completed',
    createdAt,
    modifiedAt: createdAt,
    paidAt: createdAt,
    completedAt: createdAt,
    customerId: draw() < 0.5 ? customer + 1 : 0,
    email: `customer-${customer}@example.com`,
    billing: {
      firstName: 'Kim',
      lastName: `Jansen ${customer}`,
      address1: `Hafenstraße ${1 + (customer % 90)}`,
      city: 'Husum',
      postcode: '25813',
      country,
      phone: `+4948410${String(customer).padStart(6, '0')}`,
    },
    paymentMethod: 'ppcp-gateway',
    paymentMethodTitle: 'PayPal',
    transactionId: `T${id}`,
    createdVia: 'checkout',
    lines,
    shippingLines: [{ id: id + 5, methodId: 'flat_rate', title: 'Standard', total: '4.11', totalTax: '0.78' }],
    meta: [
      { key: '_wc_order_attribution_source_type', value: 'utm' },
      { key: '_wc_order_attribution_utm_source', value: 'newsletter' },
      { key: '_wc_order_attribution_session_pages', value: String(1 + Math.floor(draw() * 20)) },
    ],
    ...(isRefunded && first ? { refunds: [refundOf(first, id + 7, createdAt)] } : {}),
  }
}

const taxRate = 0.19

/** The same history as a Shopify shop has it: amounts with tax, buyers as customers, and order events. */
export function simulatedShop(count: number, until: Date) {
  const history = simulatedOrders(count, until)
  const customers = new Map<number, ShopCustomer>()
  for (let index = 0; index < count; index += 1) {
    const { email = null, createdAt, ...order } = history.orderAt(index)
    const id = buyerOf({ ...order, createdAt })
    if (!customers.has(id)) customers.set(id, { id, email, createdAt })
  }
  return {
    customers: customers.values(),
    orders: { count, orderAt: (index: number) => shopOrder(history.orderAt(index)) },
  }
}

/** Registered buyers have a customer number; guests get one from their name. */
function buyerOf({ customerId = 0, billing }: StoreOrder): number {
  return customerId > 0 ? customerId : 70_000_000_000 + Number(billing?.lastName?.split(' ')[1])
}

function shopOrder(order: StoreOrder): ShopOrder {
  const { id, createdAt, email = null, billing = {}, lines, shippingLines = [], refunds = [] } = order
  const { postcode: zip = '', ...address } = billing
  const priced = [...lines, ...shippingLines]
  const paid = toMoney(priced.reduce((sum, { total, totalTax }) => sum + withTax(total, totalTax), 0))
  const money = { gateway: 'paypal', at: createdAt } as const
  const visit = { at: createdAt, source: 'newsletter', utm: { source: 'newsletter' } }
  return {
    id,
    number: id,
    createdAt,
    updatedAt: createdAt,
    taxesIncluded: true,
    customerId: buyerOf(order),
    email,
    billing: { ...address, zip },
    shipTo: { ...address, zip },
    discounts: [{ kind: 'automatic', name: 'Discount', amount: '0' }],
    lines: lines.map(shopLine),
    shipping: shippingLines.map(({ id: lineId, title, methodId, total, totalTax = '0' }) => ({
      id: lineId,
      title,
      code: methodId,
      price: toMoney(withTax(total, totalTax)),
      taxes: [{ title: 'MwSt.', rate: taxRate, amount: totalTax }],
    })),
    checkoutToken: `checkout-${id}`,
    journey: { readyAt: createdAt, first: visit, last: visit, moments: 1, daysToConversion: 0 },
    transactions: [{ ...money, id: id * 1000 + 800, kind: 'SALE', amount: paid }],
    happenings: [
      { kind: 'fulfilment', at: createdAt },
      ...refunds.map(({ id: refundId, amount, lines: back = [] }) => ({
        kind: 'refund' as const,
        id: refundId,
        at: createdAt,
        lines: back.map(({ orderLineId = 0, quantity, total, totalTax = '0' }) => ({
          lineId: orderLineId,
          quantity,
          amount: toMoney(withTax(total, totalTax)),
          tax: totalTax,
          restock: 'RETURN' as const,
        })),
        transactions: [
          { ...money, id: refundId * 1000 + 1, kind: 'REFUND' as const, parentId: id * 1000 + 800, amount },
        ],
      })),
    ],
  }
}

function shopLine({
  id,
  productId,
  sku,
  name,
  quantity,
  subtotal,
  subtotalTax,
  total,
  totalTax = '0',
}: StoreOrderLine): ShopLine {
  const price = withTax(subtotal, subtotalTax)
  const off = price - withTax(total, totalTax)
  return {
    id,
    productId,
    variantId: 40_000_000_000 + productId,
    title: name,
    sku,
    quantity,
    unitPrice: toMoney(Math.round(price / quantity)),
    linePrice: toMoney(price),
    allocations: off === 0 ? [] : [{ discount: 0, amount: toMoney(off) }],
    taxes: [{ title: 'MwSt.', rate: taxRate, amount: totalTax }],
  }
}

/** An amount with its tax, in cents. */
function withTax(total: string, tax = '0'): number {
  return Math.round(Number(total) * 100) + Math.round(Number(tax) * 100)
}

function line(id: number, draw: () => number): StoreOrderLine {
  const product = 1 + Math.floor(draw() * 400)
  const quantity = 1 + Math.floor(draw() * 3)
  const cents = (990 + Math.floor(draw() * 9000)) * quantity
  const total = draw() < 0.15 ? Math.floor(cents * 0.9) : cents
  return {
    id,
    productId: product,
    sku: `SKU-${product}`,
    name: `Product ${product}`,
    quantity,
    subtotal: toMoney(cents),
    subtotalTax: toMoney(Math.round(cents * taxRate)),
    total: toMoney(total),
    totalTax: toMoney(Math.round(total * taxRate)),
  }
}

function refundOf(line: StoreOrderLine, id: number, createdAt: string) {
  const { id: orderLineId, productId, sku, name, quantity, total, totalTax = '0.00' } = line
  const amount = toMoney(withTax(total, totalTax))
  return {
    id,
    createdAt,
    amount,
    type: 'partial',
    lines: [{ id: id + 1, orderLineId, productId, sku, name, quantity, total, totalTax }],
  } as const
}

function toMoney(cents: number): string {
  return (cents / 100).toFixed(2)
}

function toText(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}

/** Numbers from 0 to 1 that depend on the order alone. */
function drawer(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
