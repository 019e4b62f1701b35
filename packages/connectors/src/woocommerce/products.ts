import type { CompareWindow, ConnectorContext, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { ProductRecord } from '../records.ts'
import { couponFields, productFields, toCouponRecord, toProductRecord, variationFields } from './catalogue-records.ts'
import { catalogueWalk } from './catalogue-walk.ts'
import { allNewestFirst } from './keyset.ts'
import { type MappedPage, mapEach, toList, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { inCompare } from './orders-compare.ts'
import { openStore, type Store } from './store.ts'
import { isRow, shiftInstant, toOptionalId } from './values.ts'
import { WireCoupon, WireProduct, WireVariation } from './wire.ts'

const soldLatelySeconds = 2 * 86_400
const idsPerRequest = 50

const productQuery = { path: 'products', parameters: { _fields: productFields } }

export const productsStream: Stream<ProductRecord> = {
  id: 'products',
  label: 'Products',
  // 2: a cost of 0 is none.
  generation: 2,
  settlesAfterDays: 1,
  everyMinutes: { withWebhooks: 60, without: 60 },
  async *backfill(ctx, from) {
    const store = await openStore(ctx)
    yield* catalogueWalk(store, productQuery, {
      from,
      since: null,
      toRecords: (items) => toProducts(ctx, store, items),
    })
  },
  async *increment(ctx, from) {
    const store = await openStore(ctx)
    const toRecords = (items: readonly unknown[]) => toProducts(ctx, store, items)
    yield* catalogueWalk(store, productQuery, { from, since: ctx.since, toRecords })
  },
  compare: compareProducts,
}

async function toProducts(
  ctx: ConnectorContext,
  store: Store,
  items: readonly unknown[],
): Promise<MappedPage<ProductRecord>> {
  const records: ProductRecord[] = []
  const warnings: string[] = []
  for (const item of items) {
    const product = WireProduct.safeParse(item)
    if (!product.success) {
      warnings.push(unreadable('Product', item))
      continue
    }
    const variations = product.data.variations.length === 0 ? [] : await fetchVariations(store, product.data.id)
    const mapped = toProductRecord(product.data, variations, ctx.settings.weightUnit ?? 'kg')
    records.push(mapped.record)
    warnings.push(...mapped.warnings)
  }
  return { records, warnings }
}

async function fetchVariations(store: Store, productId: string): Promise<WireVariation[]> {
  const query = {
    path: `products/${encodeURIComponent(productId)}/variations`,
    parameters: { _fields: variationFields, orderby: 'id', order: 'asc' },
  }
  const variations: WireVariation[] = []
  try {
    for await (const stretch of numberedWalk(store, query)) {
      for (const item of stretch.items) {
        const variation = WireVariation.safeParse(item)
        if (variation.success) variations.push(variation.data)
      }
    }
  } catch (error) {
    // Deleted between the list and now: the product itself is still worth keeping.
    if (!isConnectorError(error) || error.failure.kind !== 'not_found') throw error
  }
  return variations
}

/** A changed variation does not always touch its product: those sold lately are read again each night. */
async function* compareProducts(ctx: ConnectorContext, _window: CompareWindow): AsyncGenerator<Page> {
  const store = await openStore(ctx)
  const now = store.now()
  const after = shiftInstant(now, -soldLatelySeconds)
  const query = { path: 'orders', parameters: { status: 'any', _fields: 'id,date_created_gmt,line_items' }, after }
  const ids = new Set<string>()
  for await (const items of allNewestFirst(store, query, now)) {
    for (const item of items) for (const id of variableProducts(item)) ids.add(id)
  }
  const sold = [...ids]
  for (let start = 0; start < sold.length; start += idsPerRequest) {
    const include = sold.slice(start, start + idsPerRequest).join(',')
    const answer = await store.get('products', { ...productQuery.parameters, include, per_page: idsPerRequest })
    yield inCompare(await toProducts(ctx, store, toList(answer.data, 'products')))
  }
}

function variableProducts(order: unknown): string[] {
  if (!isRow(order) || !Array.isArray(order.line_items)) return []
  return order.line_items.flatMap((line) => {
    if (!isRow(line) || toOptionalId(line.variation_id) === null) return []
    return toOptionalId(line.product_id) ?? []
  })
}

/** One product as it is now. Throws `not_found` when it is gone. */
export async function fetchProduct(ctx: ConnectorContext, store: Store, id: string): Promise<readonly ProductRecord[]> {
  const answer = await store.get(`products/${encodeURIComponent(id)}`, { _fields: productFields })
  return (await toProducts(ctx, store, [answer.data])).records
}

export const couponsStream: Stream = {
  id: 'coupons',
  label: 'Coupons',
  settlesAfterDays: 1,
  everyMinutes: { withWebhooks: 360, without: 360 },
  async *backfill(ctx, from) {
    yield* catalogueWalk(await openStore(ctx), couponQuery, { from, since: null, toRecords: toCoupons })
  },
  async *increment(ctx, from) {
    yield* catalogueWalk(await openStore(ctx), couponQuery, { from, since: ctx.since, toRecords: toCoupons })
  },
}

const couponQuery = { path: 'coupons', parameters: { dp: 6, _fields: couponFields } }

async function toCoupons(items: readonly unknown[]) {
  return mapEach(items, (item) => {
    const coupon = WireCoupon.safeParse(item)
    return coupon.success ? toCouponRecord(coupon.data) : unreadable('Coupon', item)
  })
}
