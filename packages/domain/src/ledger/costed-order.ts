import { type Amount, addAmounts, divideRounded, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type {
  ActualCost,
  CapturedPayment,
  CostedOrder,
  CostedRow,
  CostRules,
  Dispute,
  GivenBack,
  SoldGoods,
} from '@tillsight/costs'
import type { OrderLine, OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import type { OwnCost } from '../own-costs.ts'
import type { BookedOrder, BookedRow } from './booked-order.ts'
import { isCancelled, readAmount, readQuantity } from './decimals.ts'
import { isOfDispute } from './disputes.ts'
import { mappedLabels, type OrderMetaRules, withMappedFees } from './order-meta.ts'

/** What the catalogue says of goods, by variant; a product without variants is its own. */
export interface GoodsFacts {
  readonly supplier: string
  readonly categories: readonly string[]
  /** Weight of a piece. */
  readonly grams: bigint | null
  readonly physical: boolean
  /** Whether the store counts pieces of it; undefined where that is not known. */
  readonly managesStock: boolean | undefined
}

/** What costs of orders are worked out from. */
export interface Costing {
  readonly rules: CostRules
  readonly goodsOf: (variantId: string) => GoodsFacts | undefined
  readonly dayOf: (seconds: number) => Day
  /** What was told about an order itself. */
  readonly ownOf: (orderId: string) => readonly OwnCost[]
  /** Where the store keeps costs with orders. */
  readonly meta: OrderMetaRules
}

/** An order as the store tells it. */
export interface OrderFacts {
  readonly order: OrderRecord
  readonly refunds: readonly RefundRecord[]
}

/** A booked order as working out its costs takes it. */
export function toCostedOrder(booked: BookedOrder, { order, refunds }: OrderFacts, costing: Costing): CostedOrder {
  const lines = linesByRow(order)
  const own = costing.ownOf(order.id)
  const told = { ...costing.meta, shopCurrency: costing.rules.currency }
  const labels = mappedLabels(order, told)
  const shipping = order.lines.filter(({ type }) => type === 'shipping').map(methodOf)
  return {
    day: costing.dayOf(booked.placedAt),
    currency: order.currency,
    rate: booked.rate,
    country: booked.country,
    region: booked.region,
    rows: toCostedRows(booked.rows, { lines, refunds, costing }),
    lines: toGoods(booked, { lines, own }, costing),
    payments: withOwnFees(withMappedFees(capturedOf(order), order, told), own),
    giveBacks: refunds.flatMap((refund, index) => givenBack(refund, order, refunds.slice(0, index))),
    disputes: toDisputes(booked, order, costing),
    labels: labels.length > 0 ? labels : own.flatMap((cost) => (cost.part === 'label' ? [toActualCost(cost)] : [])),
    shippingMethods: shipping,
    leftHouse: !isCancelled(order) || order.fulfilled === true,
    pickedUp: shipping.length > 0 && shipping.every((method) => /pickup/i.test(method)),
    paid: booked.revenue > 0n,
    pointOfSale: order.salesChannel === 'pos',
  }
}

/** The lines of an order and its edits, by the row that their sale is booked in. */
function linesByRow({ lines, edits }: OrderRecord): ReadonlyMap<string, OrderLine> {
  return new Map([
    ...lines.map((line) => [`o:${line.id}`, line] as const),
    ...edits.flatMap((edit) => edit.lines.map((line) => [`e:${edit.id}:${line.id}`, line] as const)),
  ])
}

function methodOf({ meta, title }: OrderLine): string {
  const [method, instance] = [meta?.method_id, meta?.instance_id]
  if (method === undefined) return title
  return instance === undefined ? method : `${method}:${instance}`
}

/** A line of goods: fees below zero are booked as discounts on none. */
export function isGoods({ lineType, side, quantity }: BookedRow): boolean {
  return side === 'sale' && lineType === 'product' && quantity !== 0n
}

interface LineFactsAndCosts {
  readonly lines: ReadonlyMap<string, OrderLine>
  readonly own: readonly OwnCost[]
}

function toGoods({ rows }: BookedOrder, { lines, own }: LineFactsAndCosts, { goodsOf }: Costing): SoldGoods[] {
  const isPart = createBundles(lines)
  return rows.filter(isGoods).map((row) => {
    const line = lines.get(row.soldRow)
    const facts = goodsOf(variantOf(row)) ?? unknownGoods
    return {
      key: row.soldRow,
      event: row.event,
      productId: row.productId,
      variantId: variantOf(row),
      sku: row.sku,
      supplier: facts.supplier,
      categories: facts.categories,
      quantity: row.quantity,
      net: subtractAmounts(row.gross, row.discount),
      physical: line?.physical !== false && facts.physical,
      grams: facts.grams,
      storeCost: line?.cost == null ? null : readAmount(line.cost),
      manualCost: costOfLine(row, own),
      ...isPart(line),
    }
  })
}

function costOfLine({ soldRow, quantity }: BookedRow, own: readonly OwnCost[]): ActualCost | null {
  const cost = own.find(({ part, ref }) => part === 'line' && ref === soldRow)
  if (cost?.part !== 'line') return null
  const { amount, currency } = toActualCost(cost)
  return { amount: cost.per === 'piece' ? ofPieces(amount, quantity) : amount, currency }
}

/** Quantities are ten-thousandths; an amount for each piece is an amount for all of them. */
function ofPieces(amount: Amount, quantity: bigint): Amount {
  return divideRounded(amount * quantity, 10_000n) as Amount
}

function toActualCost({ amount, currency }: { readonly amount: string; readonly currency: string }): ActualCost {
  return { amount: readAmount(amount), currency }
}

/** A fee without a payment method is that of the first payment. What was kept was kept, also where no payment fits. */
function withOwnFees(payments: readonly CapturedPayment[], own: readonly OwnCost[]): CapturedPayment[] {
  const known = [...payments]
  for (const cost of own) {
    if (cost.part !== 'fee') continue
    const { ref, amount, currency } = cost
    const at = known.findIndex(
      ({ id, gateway, isEntered }) => !isEntered && (ref === '' || gateway === ref || id === ref),
    )
    const payment = known[at] ?? { gateway: ref, amount: zeroAmount }
    const told = { ...payment, fee: readAmount(amount), feeCurrency: currency, isEntered: true }
    if (at === -1) known.push(told)
    else known[at] = told
  }
  return known
}

const unknownGoods: GoodsFacts = { supplier: '', categories: [], grams: null, physical: true, managesStock: undefined }

/** Tells which lines are bundles, and of which one a line is a part. */
function createBundles(lines: ReadonlyMap<string, OrderLine>) {
  const rows = new Map([...lines].map(([row, { id }]) => [id, row]))
  const parents = new Set([...lines.values()].flatMap(({ meta }) => meta?._bundled_by ?? []))
  return (line: OrderLine | undefined): Pick<SoldGoods, 'bundleOf' | 'isBundle'> => ({
    bundleOf: rows.get(line?.meta?._bundled_by ?? '') ?? '',
    isBundle: line !== undefined && (parents.has(line.id) || line.meta?._bundled_items !== undefined),
  })
}

/** A simple product is its own variant. */
export function variantOf({ variantId, productId }: Pick<BookedRow, 'variantId' | 'productId'>): string {
  return variantId === '' ? productId : variantId
}

interface RowFacts {
  readonly lines: ReadonlyMap<string, OrderLine>
  readonly refunds: readonly RefundRecord[]
  readonly costing: Costing
}

function toCostedRows(rows: readonly BookedRow[], facts: RowFacts): CostedRow[] {
  const restocked = restockedPieces(rows, facts)
  return rows.map((row) => ({
    rowId: row.rowId,
    kind: isOfDispute(row) ? 'dispute' : row.kind,
    side: row.side,
    lineType: row.lineType,
    event: row.event,
    soldLine: row.soldRow,
    productId: row.productId,
    variantId: variantOf(row),
    quantity: row.quantity,
    net: subtractAmounts(row.gross, row.discount),
    restocked: restocked.get(row.rowId) ?? 0n,
  }))
}

/**
 * Pieces that came back into stock, by row. Either the refund says so, or the order's line keeps a tally of pieces put back, which
 * goes to its returns oldest first; goods that the store does not count follow the shop's rule. Each return takes back at most
 * its own pieces.
 */
function restockedPieces(rows: readonly BookedRow[], { lines, refunds, costing }: RowFacts): Map<string, bigint> {
  const told = new Map<string, string | undefined>(
    refunds.flatMap(({ id, lines: returned }) =>
      returned.map((line) => [`r:${id}:${line.id}`, line.restocked] as const),
    ),
  )
  const byRule = new Set(costing.rules.settings.restockDefault ? told.keys() : [])
  const tallies = new Map<string, bigint>()
  const byTally = (row: BookedRow, tally: bigint): bigint => {
    const back = least(tally, -row.quantity)
    tallies.set(row.soldRow, tally - back)
    return back
  }
  const piecesOf = (row: BookedRow): bigint => {
    const pieces = -row.quantity
    if (row.kind === 'edit') return pieces
    const own = told.get(row.rowId)
    if (own !== undefined) return least(readQuantity(own), pieces)
    const line = lines.get(row.soldRow)
    const tally = tallies.get(row.soldRow) ?? tallyOf(line)
    const isManaged = costing.goodsOf(variantOf(row))?.managesStock ?? tally !== undefined
    if (row.kind === 'cancel') return isManaged && !isOutOfStock(line) ? pieces : 0n
    if (tally !== undefined) return byTally(row, tally)
    return !isManaged && byRule.has(row.rowId) ? pieces : 0n
  }
  return new Map(rows.filter(takesGoodsBack).map((row) => [row.rowId, piecesOf(row)]))
}

function takesGoodsBack({ side, lineType, quantity, event }: BookedRow): boolean {
  return side === 'return' && lineType === 'product' && quantity < 0n && !isOfDispute({ event })
}

/** Whether the store has not put back what it took out of stock for the line. */
function isOutOfStock(line: OrderLine | undefined): boolean {
  return line?.meta?._reduced_stock !== undefined
}

function tallyOf(line: OrderLine | undefined): bigint | undefined {
  const tally = line?.meta?._restock_refunded_items
  return tally === undefined ? undefined : readQuantity(tally)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Money that was captured, by payment; nothing of an order that nobody paid. */
function capturedOf(order: OrderRecord): CapturedPayment[] {
  const told = order.payments?.flatMap(({ id, gateway, amount, fee, feeCurrency }) => {
    const captured = readAmount(amount)
    return captured > 0n
      ? [{ id, gateway, amount: captured, fee: fee === null ? null : readAmount(fee), feeCurrency }]
      : []
  })
  if (told !== undefined) return told
  const total = order.total === null ? zeroAmount : readAmount(order.total)
  if (order.paidAt === null || total <= 0n) return []
  return [{ gateway: order.gateway ?? '', amount: total, fee: null, feeCurrency: null }]
}

/** The payment method of the order's first payment. */
function firstGateway({ payments, gateway }: OrderRecord): string {
  return payments?.find(({ amount }) => !amount.startsWith('-'))?.gateway ?? gateway ?? ''
}

function toDisputes({ disputes }: BookedOrder, order: OrderRecord, { dayOf }: Costing): Dispute[] {
  return disputes.map(({ event, at, fee, wonBy }) => ({
    event,
    gateway: firstGateway(order),
    day: dayOf(at),
    fee,
    wonBy: wonBy?.event ?? null,
  }))
}

/** Money that went back through the order's payment method; what was paid out otherwise brings no fee back. */
function givenBack(refund: RefundRecord, order: OrderRecord, earlier: readonly RefundRecord[]): GivenBack[] {
  const captured = addAmounts(...capturedOf(order).map(({ amount }) => amount))
  const amount = readAmount(refund.amount)
  if (captured <= 0n || amount <= 0n || refund.throughGateway === false) return []
  const before = addAmounts(...earlier.map((each) => readAmount(each.amount)))
  return [
    {
      event: `refund:${refund.id}`,
      gateway: firstGateway(order),
      amount,
      completes: before < captured && before + amount >= captured,
    },
  ]
}
