import type { StoreMeta, StoreOrder, StoreOrderLine, StoreTax } from './history.ts'
import type { FieldFilter } from './list-parameters.ts'
import { micros, money, moneyOf, negated } from './money.ts'
import type { FakeSite } from './options.ts'

/** The format of orders and refunds for one request. */
export interface OrderView {
  readonly site: FakeSite
  readonly restUrl: string
  readonly decimals: number
  readonly fields: FieldFilter
  /** Meta keys kept and dropped; undefined = no filter. */
  readonly includeMeta: ReadonlySet<string> | undefined
  readonly excludeMeta: ReadonlySet<string> | undefined
  readonly inList: boolean
}

/** The taxes of one line, formatted; `sign` −1 for refunds. */
export function taxesJson(taxes: readonly StoreTax[] | undefined, decimals: number, sign: 1 | -1 = 1): unknown[] {
  const text = (amount: string) => money(sign < 0 ? negated(amount) : amount, decimals)
  return (taxes ?? []).map((tax) => ({
    id: tax.rateId,
    total: text(tax.total),
    subtotal: text(tax.subtotal ?? tax.total),
  }))
}

/** Totals per tax rate over goods, fees and shipping. */
export function taxTotals(
  goods: Iterable<readonly StoreTax[] | undefined>,
  shipping: Iterable<readonly StoreTax[] | undefined>,
): Map<number, readonly [bigint, bigint]> {
  const totals = new Map<number, readonly [bigint, bigint]>()
  const add = (lists: Iterable<readonly StoreTax[] | undefined>, isShipping: boolean) => {
    for (const taxes of lists) {
      for (const tax of taxes ?? []) {
        const [cart, ship] = totals.get(tax.rateId) ?? [0n, 0n]
        totals.set(tax.rateId, isShipping ? [cart, ship + micros(tax.total)] : [cart + micros(tax.total), ship])
      }
    }
  }
  add(goods, false)
  add(shipping, true)
  return totals
}

interface TaxLine {
  readonly id: number
  readonly rateId: number
  /** Of goods and fees, and of shipping. */
  readonly totals: readonly [bigint, bigint]
}

/** One row of `tax_lines`. */
export function taxLineJson({ id, rateId, totals }: TaxLine, view: OrderView): unknown {
  const rate = view.site.taxRates.find((entry) => entry.id === rateId)
  return {
    id,
    rate_code: rate?.code ?? `RATE-${rateId}`,
    rate_id: rateId,
    label: rate?.label ?? 'Tax',
    compound: false,
    tax_total: moneyOf(totals[0], view.decimals),
    shipping_tax_total: moneyOf(totals[1], view.decimals),
    rate_percent: rate?.percent ?? 0,
    meta_data: [],
  }
}

/** One row of `line_items`. */
export function lineItem(line: StoreOrderLine, { lines }: StoreOrder, view: OrderView): unknown {
  const { decimals } = view
  const bundle = bundleOf(line, lines)
  return {
    id: line.id,
    name: line.name,
    product_id: line.productId,
    variation_id: line.variationId ?? 0,
    quantity: line.quantity,
    tax_class: line.taxClass ?? '',
    subtotal: money(line.subtotal, decimals),
    subtotal_tax: money(line.subtotalTax ?? line.totalTax ?? '0', decimals),
    total: money(line.total, decimals),
    total_tax: money(line.totalTax ?? '0', decimals),
    taxes: taxesJson(line.taxes, decimals),
    meta_data: metaJson([...(line.meta ?? []), ...bundle.meta], line.id, true),
    sku: line.sku,
    global_unique_id: '',
    // The store sends an unrounded float division.
    price: line.quantity === 0 ? 0 : Number(line.total) / line.quantity,
    image: { id: '', src: '' },
    parent_name: line.parentName ?? null,
    ...bundle.fields,
    // The store also sends 0 for a product without a cost.
    ...(view.site.features.costOfGoods ? { cost_of_goods_sold: { total_value: Number(line.cost ?? 0) } } : {}),
  }
}

/** What the bundle plug-in adds to both sides: ids in fields of its own, and in the meta keys of the cart. */
function bundleOf({ id, bundledBy }: StoreOrderLine, lines: readonly StoreOrderLine[]) {
  const parts = lines.filter((line) => line.bundledBy === id).map((line) => line.id)
  if (bundledBy === undefined && parts.length === 0) return { fields: {}, meta: [] }
  return {
    fields: { bundled_by: bundledBy ?? '', bundled_items: parts },
    meta: [
      { key: '_bundle_cart_key', value: cartKey(id) },
      ...(bundledBy === undefined ? [] : [{ key: '_bundled_by', value: cartKey(bundledBy) }]),
      ...(parts.length === 0 ? [] : [{ key: '_bundled_items', value: parts.map(cartKey) }]),
    ],
  }
}

function cartKey(lineId: number): string {
  return lineId.toString(16).padStart(32, 'c')
}

/** One row of `shipping_lines`. */
export function shippingLine(line: NonNullable<StoreOrder['shippingLines']>[number], { decimals }: OrderView): unknown {
  return {
    id: line.id,
    method_title: line.title,
    method_id: line.methodId,
    instance_id: line.instanceId ?? '3',
    total: money(line.total, decimals),
    total_tax: money(line.totalTax ?? '0', decimals),
    taxes: taxesJson(line.taxes, decimals),
    tax_status: 'taxable',
    meta_data: [],
  }
}

/** One row of `fee_lines`. */
export function feeLine(fee: NonNullable<StoreOrder['feeLines']>[number], { decimals }: OrderView): unknown {
  return {
    id: fee.id,
    name: fee.name,
    tax_class: '',
    tax_status: 'taxable',
    amount: '',
    total: money(fee.total, decimals),
    total_tax: money(fee.totalTax ?? '0', decimals),
    taxes: taxesJson(fee.taxes, decimals),
    meta_data: metaJson(fee.meta ?? [], fee.id, true),
  }
}

/** One row of `coupon_lines`. */
export function couponLine(line: NonNullable<StoreOrder['couponLines']>[number], { decimals }: OrderView): unknown {
  const type = line.discountType ?? 'percent'
  const info = JSON.stringify([line.id, line.code, type, line.amount ?? 0])
  return {
    id: line.id,
    code: line.code,
    discount: money(line.discount, decimals),
    discount_tax: money(line.discountTax ?? '0', decimals),
    meta_data: metaJson([{ key: 'coupon_info', value: info }], line.id, true),
    discount_type: type,
    nominal_amount: line.amount ?? 0,
    free_shipping: false,
  }
}

/** Meta entries; those of lines carry display texts too. */
export function metaJson(entries: readonly StoreMeta[], owner: number, display: boolean): unknown[] {
  return entries.map(({ key, value }, at) => ({
    id: owner * 50 + at,
    key,
    value,
    ...(display ? { display_key: key, display_value: value } : {}),
  }))
}
