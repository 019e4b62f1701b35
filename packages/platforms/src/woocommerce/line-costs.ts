import type { DecimalText, OrderLine } from '../records.ts'
import { isZero, type Notes, scaleDecimal, subtractDecimals, toDecimal, toOptionalId, toText } from './values.ts'
import type { WireOrder } from './wire.ts'

type OrderItem = WireOrder['line_items'][number]
type Meta = OrderItem['meta_data']

/** A cost stored by WooCommerce. It cannot store a true zero: 0 means that no cost was entered. */
export function toCost(cost: unknown, notes: Notes): DecimalText | null {
  if (toText(cost).trim() === '') return null
  const amount = toDecimal(cost, notes)
  return isZero(amount) ? null : amount
}

/** Where a plug-in stored costs before WooCommerce did: of a line, and of an order. */
const costOfLine = '_wc_cog_item_total_cost'
const costOfOrder = '_wc_cog_order_total_cost'
/** Line metadata: how many units were restocked and how many are deducted from stock, and that plug-in's cost. */
const lineNotes = [costOfLine, '_restock_refunded_items', '_reduced_stock']

/** The cost of a whole line, in the store's own currency, whatever the order's. */
export function costOfGoods(line: OrderItem, notes: Notes): DecimalText | null {
  return toCost(line.cost_of_goods_sold?.total_value, notes) ?? toCost(valueOf(line.meta_data, costOfLine), notes)
}

/**
 * Shares the cost of the whole order that the older plug-in keeps among its lines, by net value or else by quantity, where no line
 * has one of its own. Nothing is lost: the largest remainders get what rounding left, the earlier line first.
 */
export function withSharedCost(lines: readonly OrderLine[], { meta_data: meta }: WireOrder, notes: Notes): OrderLine[] {
  const cost = toCost(valueOf(meta, costOfOrder), notes)
  if (cost === null || lines.length === 0 || lines.some((line) => line.cost !== null)) return [...lines]
  const nets = lines.map(({ gross, discount }) => positive(toMillionths(subtractDecimals(gross, discount))))
  const weights = nets.every((net) => net === 0n) ? lines.map(({ quantity }) => positive(toMillionths(quantity))) : nets
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return [...lines]
  const total = toMillionths(cost)
  const shares = weights.map((weight) => (total * weight) / whole)
  const order = weights
    .map((weight, index) => ({ index, rest: (total * weight) % whole }))
    .sort((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1))
  let left = total - shares.reduce((sum, share) => sum + share, 0n)
  for (const { index } of order) {
    if (left <= 0n) break
    shares[index] = (shares[index] ?? 0n) + 1n
    left -= 1n
  }
  return lines.map((line, index) => ({ ...line, cost: fromMillionths(shares[index] ?? 0n) }))
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 0n
}

function toMillionths(text: DecimalText): bigint {
  return BigInt(scaleDecimal(text, 1_000_000n, 1n))
}

function fromMillionths(value: bigint): DecimalText {
  return scaleDecimal(value.toString(), 1n, 1_000_000n)
}

function valueOf(meta: Meta, wanted: string): unknown {
  return meta.find(({ key }) => key === wanted)?.value
}

/** What the store notes about a line for costs and returned goods, and how it belongs to a bundle. */
export function notesOfLine(line: OrderItem, lines: readonly OrderItem[]): Pick<OrderLine, 'meta'> {
  const parts = lines.filter((other) => bundleOf(other, lines) === line.id)
  return metaOf([
    ...lineNotes.map((key) => [key, toText(valueOf(line.meta_data, key))] as const),
    ['_bundled_by', bundleOf(line, lines) ?? ''],
    ['_bundled_items', parts.map(({ id }) => id).join(',')],
  ])
}

/** The line of the bundle that a line is part of. Plug-ins name it by a key of the cart, which both lines have kept. */
function bundleOf(
  { bundled_by: listed, meta_data: meta, id: own }: OrderItem,
  lines: readonly OrderItem[],
): string | null {
  const named = toOptionalId(listed) ?? toOptionalId(valueOf(meta, '_bundled_by'))
  if (named === null) return null
  const found = lines.find(({ id, meta_data: other }) => {
    return id !== own && (id === named || cartKeys.some((key) => toText(valueOf(other, key)) === named))
  })
  return found?.id ?? null
}

const cartKeys = ['_bundle_cart_key', '_yith_bundle_cart_key', '_cartstamp']

/** Metadata of a line as far as it is known. */
export function metaOf(entries: readonly (readonly [string, string])[]): Pick<OrderLine, 'meta'> {
  const known = entries.filter(([, value]) => value !== '')
  return known.length === 0 ? {} : { meta: Object.fromEntries(known) }
}
