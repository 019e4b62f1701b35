import { type CustomerId, toCustomerId } from '@tillsight/core'
import { type ErasedKeyRow, findErased, hasErased, rememberErased } from '@tillsight/database'
import type {
  CustomerRecord,
  OrderLine,
  OrderOrigin,
  OrderRecord,
  OrderVisitRecord,
  PlatformRecord,
  RefundRecord,
} from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'
import { createIdentifierHash, listIdentifiers } from '../customers/index.ts'
import { isTest } from './decimals.ts'
import { type BookingRules, toBookingRules } from './rules.ts'

/** The text whose keyed hash identifies an erased order. */
export function erasedOrderText(orderId: string): string {
  return `order:${orderId}`
}

type Erased = ReadonlyMap<string, ErasedKeyRow>
type EraseContext = Pick<WriteContext, 'db' | 'shop' | 'identityKey'>

/** Which of these orders had their buyer erased, with the customer id under which they stay in the figures. */
export async function findErasedOrders(
  ctx: EraseContext,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerId | undefined>> {
  if (orderIds.length === 0 || !(await hasErased(ctx.db.kysely, ctx.shop.id))) return new Map()
  const { hash, find } = await lookUp(ctx, orderIds.map(erasedOrderText))
  return new Map(
    orderIds.flatMap((id): [string, CustomerId | undefined][] => {
      const row = find(hash(erasedOrderText(id)))
      return row ? [[id, row.surrogate === null ? undefined : toCustomerId(row.surrogate)]] : []
    }),
  )
}

/**
 * Removes from arriving records what must stay erased: the buyer of an erased order, or of an order placed before their
 * erasure; and accounts of such people. Orders placed after the erasure are stored in full.
 */
export async function withoutErased(
  ctx: EraseContext,
  records: readonly PlatformRecord[],
): Promise<readonly PlatformRecord[]> {
  const { kysely } = ctx.db
  if (!(await hasErased(kysely, ctx.shop.id))) return records
  const { hash, find } = await lookUp(ctx, records.flatMap(listTexts))
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  const keyOf = (record: OrderRecord | RefundRecord | OrderVisitRecord) =>
    hash(erasedOrderText(record.type === 'order' ? record.id : record.orderId))
  const orders = new Set<string>()
  const late: ErasedKeyRow[] = []
  for (const record of records) {
    if (record.type !== 'order' && record.type !== 'refund' && record.type !== 'order_visit') continue
    const key = keyOf(record)
    const known = find(key)
    if (known) orders.add(key)
    if (orders.has(key) || record.type !== 'order') continue
    const by = identifierTexts(record).flatMap((text) => find(hash(text)) ?? [])
    const placedAt = Date.parse(record.placedAt)
    const [row] = by.filter(({ erasedAt }) => placedAt <= erasedAt.getTime())
    if (!row) continue
    orders.add(key)
    late.push({ shopId: ctx.shop.id, key, surrogate: null, erasedAt: row.erasedAt })
  }
  // Later records about such an order must not identify the buyer either.
  await rememberErased(kysely, late)
  return records.flatMap((record): PlatformRecord[] => {
    if (record.type === 'order' || record.type === 'refund' || record.type === 'order_visit') {
      return [orders.has(keyOf(record)) ? withoutPerson(record, rules) : record]
    }
    if (record.type === 'customer' && accountTexts(record).some((text) => isGone(record, find(hash(text))))) return []
    return [record]
  })
}

async function lookUp(ctx: EraseContext, texts: readonly string[]) {
  const hash = createIdentifierHash(ctx.identityKey, ctx.shop.id)
  const keys = [...new Set(texts.map(hash))]
  const rows: Erased = new Map((await findErased(ctx.db.kysely, ctx.shop.id, keys)).map((row) => [row.key, row]))
  return { hash, find: (key: string) => rows.get(key) }
}

function listTexts(record: PlatformRecord): string[] {
  switch (record.type) {
    case 'order':
      return [erasedOrderText(record.id), ...identifierTexts(record)]
    case 'refund':
    case 'order_visit':
      return [erasedOrderText(record.orderId)]
    case 'customer':
      return accountTexts(record)
    default:
      return []
  }
}

function identifierTexts({ customer, country }: OrderRecord): string[] {
  return listIdentifiers(customer, country, () => false)
}

function accountTexts({ id, email, country }: CustomerRecord): string[] {
  return listIdentifiers({ platformId: id, email, phone: null }, country, () => false)
}

/** Whether an account was erased; one created after the erasure is a new account. */
function isGone({ createdAt }: CustomerRecord, row: ErasedKeyRow | undefined): boolean {
  return row !== undefined && (createdAt === null || Date.parse(createdAt) <= row.erasedAt.getTime())
}

/** Parameters that name campaigns; others in an address may identify a person. */
const campaignFields = new Set(['source', 'medium', 'campaign', 'content', 'term', 'id'])
const amount = /^-?\d+(?:\.\d+)?$/

/** An order without its buyer. Whether it counts, and its value, stay the same. */
export function withoutBuyer(order: OrderRecord, rules: BookingRules): OrderRecord {
  return {
    ...order,
    // What made it a test, such as an address, may be removed now.
    test: isTest(order, rules),
    lines: order.lines.map(withoutAddress),
    edits: order.edits.map((edit) => ({ ...edit, lines: edit.lines.map(withoutAddress) })),
    ...(order.payments && {
      payments: order.payments.map((payment, index) => ({ ...payment, id: String(index + 1) })),
    }),
    customer: { platformId: null, email: null, phone: null },
    tags: [],
    meta: Object.fromEntries(Object.entries(order.meta).filter(([key, value]) => isBookedMeta(key, value, rules))),
    // These contain parcel labels and responses of payment services.
    ...(order.metaObjects && { metaObjects: {} }),
    origin: order.origin && withoutVisitor(order.origin),
  }
}

/** Whether amounts and rates are read from this meta: it contains only numbers and the kinds of coupons. */
function isBookedMeta(key: string, value: string, { settings }: BookingRules): boolean {
  if (key.startsWith('coupon_kind:')) return true
  const isBooked =
    key === '_gift_cards_paid' ||
    key.startsWith('coupon_discount:') ||
    key.startsWith('coupon_discount_tax:') ||
    settings.giftCards.paidMetaKeys.includes(key) ||
    settings.currencyMeta.some((rule) => rule.key === key)
  return isBooked && amount.test(value)
}

function withoutVisitor({ sourceType, referrer, utm }: OrderOrigin): OrderOrigin {
  const isCampaign = ([field, value]: readonly [string, string]) => campaignFields.has(field) && !/@|%40/.test(value)
  return {
    sourceType,
    referrer: referrer !== null && URL.canParse(referrer) ? new URL('/', referrer).href : null,
    landingUrl: null,
    utm: Object.fromEntries(Object.entries(utm).filter(isCampaign)),
  }
}

/** A stored record without the person; records that identify nobody are unchanged. */
export function withoutPerson(record: PlatformRecord, rules: BookingRules): PlatformRecord {
  if (record.type === 'order') return withoutBuyer(record, rules)
  if (record.type === 'order_visit') return { ...record, origin: withoutVisitor(record.origin) }
  return record.type === 'refund' ? withoutReason(record) : record
}

/** A refund without its free-text reason. */
function withoutReason(refund: RefundRecord): RefundRecord {
  return { ...refund, reason: '', lines: refund.lines.map(withoutAddress) }
}

/** Titles name products, and sometimes the recipient of a gift. */
function withoutAddress<Line extends Pick<OrderLine, 'title'>>(line: Line): Line {
  return line.title.includes('@') ? { ...line, title: line.title.replace(/\S+@\S+/g, '…') } : line
}
