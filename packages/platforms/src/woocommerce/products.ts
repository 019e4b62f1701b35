import type { Checkpoint, CompareWindow, ConnectorContext, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { InstantText, PlatformRecord, ProductRecord } from '../records.ts'
import type { ToRecords } from './backfill.ts'
import { couponFields, productFields, toCouponRecord, toProductRecord, variationFields } from './catalogue-records.ts'
import { isUnknownParameter } from './changed-orders.ts'
import { allNewestFirst, keysetWalk, type Position } from './keyset.ts'
import { type MappedPage, mapEach, toList, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { inCompare } from './orders-compare.ts'
import type { ListQuery } from './paging.ts'
import { openStore, type Store } from './store.ts'
import { earlier, isRow, later, shiftInstant, toOptionalId } from './values.ts'
import { WireCoupon, WireProduct, WireVariation } from './wire.ts'

const overlapSeconds = 86_400
const beginning = '1970-01-02T00:00:00Z'

const soldLatelySeconds = 2 * 86_400
const idsPerRequest = 50

const productQuery = { path: 'products', parameters: { _fields: productFields } }

export const productsStream: Stream<ProductRecord> = {
  id: 'products',
  label: 'Products',
  // 2: a cost of 0 is none. 3: what is not sent, and whose pieces are counted.
  generation: 3,
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
    // Deleted since it was listed: the product itself is still worth keeping.
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
    const response = await store.get('products', { ...productQuery.parameters, include, per_page: idsPerRequest })
    yield inCompare(await toProducts(ctx, store, toList(response.data, 'products')))
  }
}

function variableProducts(order: unknown): string[] {
  if (!isRow(order) || !Array.isArray(order.line_items)) return []
  return order.line_items.flatMap((line) => {
    if (!isRow(line) || toOptionalId(line.variation_id) === null) return []
    return toOptionalId(line.product_id) ?? []
  })
}

/** The current state of one product. Throws `not_found` if it is gone. */
export async function fetchProduct(ctx: ConnectorContext, store: Store, id: string): Promise<readonly ProductRecord[]> {
  const response = await store.get(`products/${encodeURIComponent(id)}`, { _fields: productFields })
  return (await toProducts(ctx, store, [response.data])).records
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

interface Plan<R extends PlatformRecord> {
  readonly from: Checkpoint | null
  /** Of a first increment; null = the whole list. */
  readonly since: InstantText | null
  readonly toRecords: ToRecords<R>
}

/** Products and coupons by their last change; the whole list is everything changed since the beginning. */
async function* catalogueWalk<R extends PlatformRecord>(
  store: Store,
  query: ListQuery,
  plan: Plan<R>,
): AsyncGenerator<Page<R>> {
  if (plan.since === null && plan.from?.finished === true) return
  if (!store.learnt.noModifiedOrder && typeof plan.from?.offsetById !== 'number') {
    try {
      yield* byModification(store, query, plan)
      return
    } catch (error) {
      // The first query was refused, so nothing has been delivered yet.
      if (!isUnknownParameter(error)) throw error
      store.learnt.noModifiedOrder = true
    }
  }
  yield* byId(store, query, plan)
}

async function* byModification<R extends PlatformRecord>(
  store: Store,
  query: ListQuery,
  plan: Plan<R>,
): AsyncGenerator<Page<R>> {
  const walk = keysetWalk(store, query, 'modified, oldest first')
  const whole = plan.since === null
  let position: Position | null = startOf(plan)
  let done = whole ? Number(plan.from?.done ?? 0) : 0
  let modified = modifiedOf(plan)
  const counted: { total: number | null } = { total: null }
  while (position !== null) {
    const step = await walk.step(position)
    const { records, warnings } = await plan.toRecords(step.items)
    if (step.total !== null) counted.total ??= done + step.total
    done += step.items.length
    modified = later(modified, earlier(step.reached ?? modified, step.now))
    position = step.next
    yield {
      records,
      checkpoint: toCheckpoint({ modified, done, position, whole }),
      progress: { done, total: counted.total === null ? null : Math.max(counted.total, done) },
      ...(position === null ? { syncedThrough: step.now } : {}),
      warnings: [...step.warnings, ...warnings],
    }
  }
}

function modifiedOf({ from, since }: Plan<PlatformRecord>): InstantText {
  if (typeof from?.modified === 'string') return from.modified
  return since === null ? beginning : shiftInstant(since, 0)
}

function startOf({ from, since }: Plan<PlatformRecord>): Position {
  if (since === null) {
    return { bound: String(from?.bound ?? beginning), offset: Number(from?.offset ?? 0) }
  }
  const last = typeof from?.modified === 'string' ? from.modified : since
  return { bound: shiftInstant(last, -overlapSeconds), offset: 0 }
}

function toCheckpoint(at: {
  modified: InstantText
  done: number
  position: Position | null
  whole: boolean
}): Checkpoint {
  const { modified, done, position, whole } = at
  if (!whole) return { modified }
  return position === null ? { modified, done, finished: true } : { modified, done, ...position }
}

/** Versions without `orderby=modified`: the whole list by id; it is short compared with orders. */
async function* byId<R extends PlatformRecord>(store: Store, query: ListQuery, plan: Plan<R>): AsyncGenerator<Page<R>> {
  const began = store.now()
  const start = plan.since === null ? Number(plan.from?.offsetById ?? 0) : 0
  const sorted = { path: query.path, parameters: { ...query.parameters, orderby: 'id', order: 'asc' } }
  for await (const stretch of numberedWalk(store, sorted, start)) {
    const { records, warnings } = await plan.toRecords(stretch.items)
    yield {
      records,
      checkpoint: stretch.ended ? { modified: began, finished: true } : { offsetById: stretch.nextOffset },
      progress: { done: stretch.nextOffset, total: stretch.total },
      ...(stretch.ended ? { syncedThrough: began } : {}),
      warnings: [...stretch.warnings, ...warnings],
    }
  }
}
