// Random shop histories for property tests: several order versions, all kinds of refunds, edits, deletions.
import type { LineType, OrderLine, OrderRecord, PlatformRecord, RefundRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { sampleLine, sampleOrder, sampleRefund, sampleRefundLine } from '../ledger/sample-facts.ts'

/** Days around the start of daylight saving time in Berlin. */
export const historyRange = { from: '2026-03-20', to: '2026-04-12' } as const

const start = Date.UTC(2026, 2, 20, 0, 30)
const hour = 3_600_000

const cents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 }))
const line = fc.record({
  type: fc.constantFrom<LineType>('product', 'product', 'product', 'shipping', 'charge', 'tip', 'gift_card'),
  product: fc.integer({ min: 1, max: 4 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  gross: cents,
  discountPercent: fc.constantFrom(0, 0, 10, 100),
  tax: fc.integer({ min: 0, max: 2000 }),
})
type LineSpec = typeof line extends fc.Arbitrary<infer T> ? T : never

const refund = fc.record({
  kind: fc.constantFrom('itemised', 'amount', 'rest', 'removed'),
  hours: fc.integer({ min: 1, max: 300 }),
  percent: fc.integer({ min: 1, max: 60 }),
})
type RefundSpec = typeof refund extends fc.Arbitrary<infer T> ? T : never

const order = fc.record({
  hours: fc.integer({ min: 0, max: 400 }),
  who: fc.integer({ min: 0, max: 11 }),
  fate: fc.constantFrom('paid', 'paid', 'paid', 'paid', 'unpaid', 'failed', 'cancelled', 'voided', 'deleted', 'test'),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  negativeFee: fc.integer({ min: 0, max: 300 }),
  edited: fc.option(fc.record({ added: cents, removedPercent: fc.integer({ min: 0, max: 50 }) }), {
    nil: undefined,
    freq: 6,
  }),
  refunds: fc.array(refund, { maxLength: 3 }),
  rate: fc.constantFrom(null, null, null, '1.25', '0.5'),
  country: fc.constantFrom('DE', 'AT', 'FR'),
  coupons: fc.subarray(['ten', 'free']),
})
type OrderSpec = typeof order extends fc.Arbitrary<infer T> ? T : never

/** The platform's final records, and all updates in the order in which they happened. */
export interface History {
  readonly orders: readonly OrderRecord[]
  readonly refunds: readonly RefundRecord[]
  /** When orders were cancelled, for platforms that do not record it. */
  readonly cancelledAt: ReadonlyMap<string, string>
  readonly news: readonly PlatformRecord[]
}

export const histories: fc.Arbitrary<History> = fc.array(order, { minLength: 1, maxLength: 14 }).map(toHistory)

function toHistory(specs: readonly OrderSpec[]): History {
  const orders: OrderRecord[] = []
  const refunds: RefundRecord[] = []
  const cancelledAt = new Map<string, string>()
  const news: PlatformRecord[] = []
  for (const [index, spec] of specs.entries()) {
    const id = String(index + 1)
    const placed = start + spec.hours * hour
    const current = toOrder(id, spec, placed)
    const pending: OrderRecord = {
      ...current,
      standing: 'unfinished',
      status: 'pending',
      paidAt: null,
      cancelledAt: null,
      edits: [],
      updatedAt: at(placed),
    }
    news.push(pending)
    if (spec.fate === 'cancelled') {
      const cancelled = at(placed + 50 * hour)
      cancelledAt.set(id, cancelled)
      news.push({ ...current, standing: 'paid', status: 'processing', edits: [], updatedAt: at(placed + hour) })
      news.push({ ...current, updatedAt: cancelled })
    }
    news.push(current)
    if (spec.fate === 'deleted') news.push({ type: 'deletion', of: 'order', id, seenAt: at(placed + 500 * hour) })
    else orders.push(current)
    const { all, present } = toRefunds(current, spec.refunds, placed)
    news.push(...all)
    if (present.length < all.length) {
      news.push({
        type: 'refund_set',
        orderId: id,
        refundIds: present.map((each) => each.id),
        seenAt: at(placed + 600 * hour),
      })
    }
    if (spec.fate !== 'deleted') refunds.push(...present)
  }
  return { orders, refunds, cancelledAt, news }
}

function at(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function text(amount: number): string {
  return (amount / 100).toFixed(2)
}

const standings = {
  paid: 'paid',
  test: 'paid',
  deleted: 'paid',
  unpaid: 'unpaid',
  failed: 'failed',
  cancelled: 'cancelled',
  voided: 'cancelled',
} as const

function toOrder(id: string, spec: OrderSpec, placed: number): OrderRecord {
  const standing = standings[spec.fate]
  const lines = spec.lines.map((each, index) => toLine(`${id}-${index}`, each))
  if (spec.negativeFee > 200)
    lines.push(sampleLine({ id: `${id}-fee`, type: 'charge', title: 'Loyalty', gross: text(200 - spec.negativeFee) }))
  const isPaid = standing === 'paid' || spec.fate === 'cancelled'
  return sampleOrder({
    id,
    standing,
    status: spec.fate,
    test: spec.fate === 'test',
    placedAt: at(placed),
    paidAt: isPaid ? at(placed + hour) : null,
    updatedAt: at(placed + 70 * hour),
    currency: spec.rate === null ? 'EUR' : 'ZAR',
    rate: spec.rate,
    lines,
    edits: toEdits(id, spec, { lines, placed }),
    customer: buyers[spec.who] ?? nobody,
    country: spec.country,
    coupons: spec.coupons,
  })
}

function toLine(id: string, { type, product, quantity, gross, discountPercent, tax }: LineSpec): OrderLine {
  const discount = Math.floor((gross * discountPercent) / 100)
  const facts = {
    id,
    type,
    quantity: String(quantity),
    gross: text(gross),
    tax: text(gross - discount === 0 ? 0 : tax),
    title: `Thing ${product}`,
  }
  return sampleLine(type === 'product' ? { ...facts, productId: `p${product}`, discount: text(discount) } : facts)
}

/** An edit adds a product and removes a share of the first product, without naming either. */
function toEdits(
  id: string,
  { edited }: OrderSpec,
  { lines, placed }: { lines: readonly OrderLine[]; placed: number },
): OrderRecord['edits'] {
  const first = lines.find(({ type }) => type === 'product')
  if (!edited || !first) return []
  const removed = Math.floor((Number(first.gross) * edited.removedPercent) / 100)
  return [
    {
      id: `e${id}`,
      at: at(placed + 26 * hour),
      lines: [
        sampleLine({ id: `${id}-add`, productId: 'p9', gross: text(edited.added) }),
        sampleLine({ id: `${id}-sub`, productId: first.productId, quantity: '-1', gross: `-${removed}.00` }),
      ],
    },
  ]
}

const nobody: OrderRecord['customer'] = { platformId: null, email: null, phone: null }

/** People with several identifiers, some of which occur together in a later order. */
const buyers: readonly OrderRecord['customer'][] = [
  nobody,
  { platformId: '0', email: 'no-reply@shop.test', phone: null },
  { platformId: '7', email: null, phone: null },
  { platformId: null, email: 'Ann@x.test', phone: null },
  { platformId: '7', email: 'ann@x.test ', phone: null },
  { platformId: '8', email: 'ben@x.test', phone: '+491' },
  { platformId: null, email: 'ben@x.test', phone: null },
  { platformId: '8', email: 'ben.new@x.test', phone: null },
  { platformId: null, email: null, phone: '+49 30 1234567' },
  { platformId: null, email: null, phone: '004930 1234567' },
  { platformId: '9', email: 'cleo@x.test', phone: null },
  { platformId: null, email: 'dan@x.test', phone: null },
]

function toRefunds(
  order: OrderRecord,
  specs: readonly RefundSpec[],
  placed: number,
): { all: RefundRecord[]; present: RefundRecord[] } {
  const all: RefundRecord[] = []
  const present: RefundRecord[] = []
  for (const [index, { kind, hours, percent }] of specs.entries()) {
    const base = { id: `${order.id}-r${index}`, orderId: order.id, at: at(placed + hours * hour + index * 1000) }
    const share = (amount: string) => Math.floor((Number(amount) * percent) / 100).toFixed(2)
    const [first] = order.lines
    const itemised = sampleRefund({
      ...base,
      amount: '0.00',
      lines: first
        ? [
            sampleRefundLine({
              id: 'x',
              type: first.type,
              orderLineId: first.id,
              productId: first.productId,
              amount: share(first.gross),
              tax: share(first.tax),
            }),
          ]
        : [],
    })
    const record =
      kind === 'itemised'
        ? itemised
        : sampleRefund({
            ...base,
            amount: kind === 'amount' ? share('40') : kind === 'rest' ? '100000.00' : share('90'),
          })
    all.push(record)
    if (kind !== 'removed') present.push(record)
  }
  return { all, present }
}
