import { type Amount, addAmounts, divideRounded, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import {
  type CapturedPayment,
  type CostedOrder,
  type CostedRow,
  type CostRules,
  costOrder,
  type ExtraRow,
  type GivenBack,
  type OrderCosts,
  type SoldGoods,
} from '@tillsight/costs'
import type { OrderLine, OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { readStoredCosts, type StoredCosts, toCostRules } from '../cost-rules.ts'
import type { BookedOrder, BookedRow } from './booked-order.ts'
import { isCancelled, readAmount, readInstant, readQuantity } from './decimals.ts'
import { inPieces } from './facts-store.ts'
import { createDayOf } from './number-changes.ts'

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
}

/** A booked order with what it costs; it has further rows for costs that no booked row can carry. */
export interface CostedBooking {
  readonly booked: BookedOrder
  readonly costs: OrderCosts
}

interface OrderFacts {
  readonly order: OrderRecord
  readonly refunds: readonly RefundRecord[]
}

/** Works out what a booked order costs. Pure: the same facts and rules give the same costs. */
export function costBooked(booked: BookedOrder, facts: OrderFacts, costing: Costing): CostedBooking {
  const costs = costsOf(booked, facts, costing)
  const further = costs.extra.flatMap((extra) => furtherRow(extra, booked, facts))
  return { booked: further.length === 0 ? booked : { ...booked, rows: [...booked.rows, ...further] }, costs }
}

/** A row without amounts of its own, such as for the fee that comes back with a refund that names no goods. */
function furtherRow({ rowId, event, soldLine }: ExtraRow, { rows }: BookedOrder, { refunds }: OrderFacts): BookedRow[] {
  const sold = rows.find((row) => row.rowId === soldLine)
  const refund = refunds.find(({ id }) => event === `refund:${id}`)
  const at = rows.find((row) => row.event === event)?.bookedAt ?? (refund && readInstant(refund.at))
  if (sold === undefined || at === undefined) return []
  return [
    {
      ...sold,
      rowId,
      event,
      bookedAt: at,
      kind: 'refund',
      side: 'return',
      quantity: 0n,
      gross: zeroAmount,
      discount: zeroAmount,
      tax: zeroAmount,
    },
  ]
}

function costsOf(booked: BookedOrder, { order, refunds }: OrderFacts, costing: Costing): OrderCosts {
  const lines = linesByRow(order)
  const shipping = order.lines.filter(({ type }) => type === 'shipping').map(methodOf)
  const costed: CostedOrder = {
    day: costing.dayOf(booked.placedAt),
    currency: order.currency,
    rate: booked.rate,
    country: booked.country,
    region: booked.region,
    rows: toCostedRows(booked.rows, { lines, refunds, costing }),
    lines: toGoods(booked, lines, costing),
    payments: capturedOf(order),
    giveBacks: refunds.flatMap((refund, index) => givenBack(refund, order, refunds.slice(0, index))),
    labels: [],
    shippingMethods: shipping,
    leftHouse: !isCancelled(order) || order.fulfilled === true,
    pickedUp: shipping.length > 0 && shipping.every((method) => /pickup/i.test(method)),
    paid: booked.revenue > 0n,
    pointOfSale: order.salesChannel === 'pos',
  }
  return costOrder(costed, costing.rules)
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
function isGoods({ lineType, side, quantity }: BookedRow): boolean {
  return side === 'sale' && lineType === 'product' && quantity !== 0n
}

function toGoods({ rows }: BookedOrder, lines: ReadonlyMap<string, OrderLine>, { goodsOf }: Costing): SoldGoods[] {
  const byId = new Map([...lines].map(([row, line]) => [line.id, row]))
  const parents = new Set([...lines.values()].flatMap(({ meta }) => meta?._bundled_by ?? []))
  return rows.filter(isGoods).map((row) => {
    const line = lines.get(row.soldRow)
    const facts = goodsOf(variantOf(row))
    return {
      key: row.soldRow,
      event: row.event,
      productId: row.productId,
      variantId: variantOf(row),
      sku: row.sku,
      supplier: facts?.supplier ?? '',
      categories: facts?.categories ?? [],
      quantity: row.quantity,
      net: subtractAmounts(row.gross, row.discount),
      physical: line?.physical !== false && facts?.physical !== false,
      grams: facts?.grams ?? null,
      storeCost: line?.cost == null ? null : readAmount(line.cost),
      manualCost: null,
      bundleOf: byId.get(line?.meta?._bundled_by ?? '') ?? '',
      isBundle: line !== undefined && (parents.has(line.id) || line.meta?._bundled_items !== undefined),
    }
  })
}

/** A simple product is its own variant. */
function variantOf({ variantId, productId }: Pick<BookedRow, 'variantId' | 'productId'>): string {
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
    kind: row.kind,
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
  const tallies = new Map<string, bigint>()
  const found = new Map<string, bigint>()
  for (const row of rows) {
    if (row.side !== 'return' || row.lineType !== 'product' || row.quantity >= 0n) continue
    const pieces = -row.quantity
    const line = lines.get(row.soldRow)
    const own = told.get(row.rowId)
    const tally = tallies.get(row.soldRow) ?? tallyOf(line)
    const isManaged = costing.goodsOf(variantOf(row))?.managesStock ?? tally !== undefined
    if (row.kind === 'edit') found.set(row.rowId, pieces)
    else if (own !== undefined) found.set(row.rowId, least(readQuantity(own), pieces))
    else if (row.kind === 'cancel')
      found.set(row.rowId, isManaged && line?.meta?._reduced_stock === undefined ? pieces : 0n)
    else if (tally !== undefined) {
      const back = least(tally, pieces)
      found.set(row.rowId, back)
      tallies.set(row.soldRow, tally - back)
    } else if (!isManaged && told.has(row.rowId) && costing.rules.settings.restockDefault) found.set(row.rowId, pieces)
  }
  return found
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
  const told = order.payments?.flatMap(({ gateway, amount, fee, feeCurrency }) => {
    const captured = readAmount(amount)
    return captured > 0n ? [{ gateway, amount: captured, fee: fee === null ? null : readAmount(fee), feeCurrency }] : []
  })
  if (told !== undefined) return told
  const total = order.total === null ? zeroAmount : readAmount(order.total)
  if (order.paidAt === null || total <= 0n) return []
  return [{ gateway: order.gateway ?? '', amount: total, fee: null, feeCurrency: null }]
}

/** Money that went back through the order's payment method. */
function givenBack(refund: RefundRecord, order: OrderRecord, earlier: readonly RefundRecord[]): GivenBack[] {
  const captured = addAmounts(...capturedOf(order).map(({ amount }) => amount))
  const amount = readAmount(refund.amount)
  if (captured <= 0n || amount <= 0n) return []
  const before = addAmounts(...earlier.map((each) => readAmount(each.amount)))
  return [
    {
      event: `refund:${refund.id}`,
      gateway: order.payments?.find((payment) => !payment.amount.startsWith('-'))?.gateway ?? order.gateway ?? '',
      amount,
      completes: before < captured && before + amount >= captured,
    },
  ]
}

const GoodsRow = z.object({
  id: z.string(),
  supplier: z.string(),
  categories: z.array(z.string()),
  variants: z.array(
    z.object({
      id: z.string(),
      weight: z.string().nullable(),
      physical: z.number().nullable(),
      managesStock: z.number().nullable(),
    }),
  ),
})

const goodsSql = `
  SELECT id, JSONExtractString(body, 'supplier') AS supplier, JSONExtract(body, 'categories', 'Array(String)') AS categories,
    JSONExtract(body, 'variants', 'Array(Tuple(id String, weight Nullable(String), physical Nullable(UInt8), managesStock Nullable(UInt8)))') AS variants
  FROM records WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '' AND id IN {ids:Array(String)}`

/**
 * Reads what costs of these booked orders depend on: the catalogue's facts about their goods, and the shop's rules for them.
 * `change` shows what would be if the shop had told something else.
 */
export async function loadCosting(
  ctx: Pick<WriteContext, 'db' | 'shop' | 'warehouse'>,
  orders: readonly BookedOrder[],
  change: (stored: StoredCosts) => StoredCosts = (stored) => stored,
): Promise<Costing> {
  const dayOf = createDayOf(ctx.shop.zone)
  const sold = orders.flatMap(({ rows }) => rows.filter(isGoods))
  const products = [...new Set(sold.map(({ productId }) => productId).filter((id) => id !== ''))]
  const goods = new Map<string, GoodsFacts>()
  for (const ids of inPieces(products)) {
    const rows = await ctx.warehouse.read({ sql: goodsSql, params: { ids } }, GoodsRow, { lookup: true })
    for (const row of rows) addGoods(goods, row)
  }
  const needs = {
    variants: [...new Set(sold.map(variantOf))],
    products,
    suppliers: [...new Set([...goods.values()].map(({ supplier }) => supplier))].filter((name) => name !== ''),
    categories: [...new Set([...goods.values()].flatMap(({ categories }) => categories))],
    currencies: [...new Set(orders.map(({ currency }) => currency))],
    days: orders.map(({ placedAt }) => dayOf(placedAt)),
  }
  const rules = await toCostRules(ctx, change(await readStoredCosts(ctx, needs)), needs)
  return { rules, dayOf, goodsOf: (variant) => goods.get(variant) }
}

function addGoods(goods: Map<string, GoodsFacts>, { supplier, categories, variants }: z.infer<typeof GoodsRow>): void {
  for (const { id, weight, physical, managesStock } of variants) {
    goods.set(id, {
      supplier,
      categories,
      grams: weight === null ? null : divideRounded(readAmount(weight), 1_000n),
      physical: physical !== 0,
      managesStock: managesStock === null ? undefined : Boolean(managesStock),
    })
  }
}
