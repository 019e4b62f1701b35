import { readVisit, type VisitRules } from '@tillsight/attribution'
import { nextWriteVersion } from '@tillsight/database'
import type { OrderOrigin, OrderRecord } from '@tillsight/platforms/connectors'
import { cleanReferrer, cleanUrl } from '@tillsight/tracking'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { inPieces, readStoredVisits } from '../ledger/index.ts'
import {
  type AdIndex,
  isSameTouch,
  joinAd,
  keyOfTouch,
  knownDomains,
  loadAdIndex,
  loadTrackingSettings,
  StoredTouch,
  toStoredTouch,
  toTouchRow,
  toTouchTombstone,
  touchColumns,
  toVisitRules,
} from '../tracking/index.ts'

const Origin: z.ZodType<OrderOrigin> = z.object({
  sourceType: z.string().nullable(),
  referrer: z.string().nullable(),
  landingUrl: z.string().nullable(),
  utm: z.record(z.string(), z.string()),
})

/** JSON of an {@link OrderOrigin}; empty or `null` if there is none. */
const StoredOrigin = z.string().transform(readOrigin)

/** Stored evidence of an order about the visit that led to it. */
const StoredEvidence = z.object({
  order: z.string(),
  placed_ms: z.coerce.number(),
  origin: StoredOrigin,
  /** The same, from the order's webhook. */
  visit: StoredOrigin,
  visitor: z.string(),
  checkout: z.string(),
  cart: z.string(),
})
type StoredEvidence = z.infer<typeof StoredEvidence>

/** Order meta with the buyer's device id: the first is written by the plug-in, the second by the theme. */
const visitorMeta = ['_tillsight_visitor', 'attribute:_tillsight_visitor'] as const
const of = (name: string) => `JSONExtractString(body, 'meta', '${name}')`

/** Evidence of the orders in `{orders:Array(String)}`; deleted orders have none. */
const evidenceSql = `
  SELECT id AS order, anyIf(toUnixTimestamp64Milli(parseDateTime64BestEffortOrZero(JSONExtractString(body, 'placedAt'), 3, 'UTC')), type = 'order') AS placed_ms,
    anyIf(JSONExtractRaw(body, 'origin'), type = 'order') AS origin,
    anyIf(JSONExtractRaw(body, 'origin'), type = 'order_visit') AS visit,
    anyIf(if(${of(visitorMeta[0])} != '', ${of(visitorMeta[0])}, ${of(visitorMeta[1])}), type = 'order') AS visitor,
    anyIf(${of('checkout_token')}, type = 'order') AS checkout, anyIf(${of('cart_token')}, type = 'order') AS cart
  FROM records
  WHERE shop_id = {shop:UUID} AND type IN ('order', 'order_visit') AND parent_id = '' AND id IN {orders:Array(String)}
  GROUP BY id
  HAVING countIf(type = 'order') > 0`

/** Source types of orders without a visit, or whose store does not know it. */
const noVisit = new Set(['admin', 'unknown', 'mobile_app', 'pos'])

/** The visit described by an order's origin; undefined if none. Without tags its source type decides. */
function visitOf(origin: OrderOrigin, home: string): { url: string; referrer: string } | undefined {
  const tags = Object.entries(origin.utm).filter(([, value]) => value !== '')
  if (tags.length === 0 && saysNothing(origin)) return undefined
  const url = URL.parse(origin.landingUrl ?? '', home) ?? new URL(home)
  for (const [name, value] of tags) if (!url.searchParams.has(`utm_${name}`)) url.searchParams.set(`utm_${name}`, value)
  return { url: cleanUrl(url.href, true), referrer: cleanReferrer(origin.referrer ?? '') }
}

function saysNothing({ sourceType, landingUrl, referrer }: OrderOrigin): boolean {
  const kind = sourceType?.toLowerCase() ?? ''
  return noVisit.has(kind) || (kind === '' && !landingUrl && !referrer)
}

function readOrigin(json: string): OrderOrigin | undefined {
  if (json === '' || json === 'null') return undefined
  const parsed = Origin.safeParse(JSON.parse(json))
  return parsed.success ? parsed.data : undefined
}

/** A parsed visit of an order; visits that only returned from somewhere are left out. */
interface OrderVisit {
  readonly order: string
  readonly at: number
  readonly page: { readonly url: string; readonly referrer: string }
  readonly visit: ReturnType<typeof readVisit>
}

function originOf({ origin, visit }: StoredEvidence): OrderOrigin | undefined {
  return origin ?? visit
}

/** Parses the visits described by orders; many orders come from the same page of the same campaign. */
function readOrderVisits(all: readonly StoredEvidence[], rules: VisitRules, home: string): OrderVisit[] {
  const read = (origin: OrderOrigin): Pick<OrderVisit, 'page' | 'visit'> | undefined => {
    const page = visitOf(origin, home)
    if (!page) return undefined
    const visit = readVisit(page, rules)
    return visit.newTouch ? { page, visit } : undefined
  }
  const known = new Map<string, ReturnType<typeof read>>()
  return all.flatMap((evidence) => {
    const origin = originOf(evidence)
    if (origin === undefined) return []
    const key = JSON.stringify(origin)
    if (!known.has(key)) known.set(key, read(origin))
    const found = known.get(key)
    return found === undefined ? [] : [{ order: evidence.order, at: evidence.placed_ms, ...found }]
  })
}

/** The touch of an order: it has no device, and counts for this order only. */
function toOrderTouch({ order, at, page, visit }: OrderVisit, ads: AdIndex, rules: VisitRules): StoredTouch {
  const joined = joinAd(visit, ads, rules.brandTerms)
  const named = { at, touchId: `order ${order}`, sessionId: '', origin: 'order', bot: 'no', botReasons: [] } as const
  return { ...toStoredTouch('', { ...visit, ...page, ...named }, joined), order_id: order }
}

const ordersAtOnce = 5_000

/**
 * Updates what orders themselves reveal to match their records: the touch of the visit that led to them, and the device they
 * were placed on. For callers that hold the shop's lock. Writes only differences; returns the devices concerned. `fresh` are
 * the records of those among them of which none is stored, so that none has to be read. What they revealed may be there all the
 * same: the data of a connection that had orders of these ids was deleted.
 */
export async function writeOrderEvidence(
  ctx: WriteContext,
  orders: readonly string[],
  fresh: readonly OrderRecord[] = [],
): Promise<string[]> {
  const visitors = new Set<string>()
  const read = (sql: string, ids: readonly string[], unmerged = false) =>
    ctx.warehouse.read({ sql, params: { orders: ids } }, ReportedRow, { lookup: true, unmerged })
  const write = async (rows: readonly ReportedRow[], evidence: readonly StoredEvidence[]): Promise<void> => {
    await writeTouches(ctx, ordersOf(rows, 'touch'), evidence)
    for (const visitor of await writeIdentifications(ctx, ordersOf(rows, 'place'), evidence)) visitors.add(visitor)
  }
  for (const piece of inPieces(fresh, ordersAtOnce)) {
    const ids = piece.map(({ id }) => id)
    const [written, evidence] = await Promise.all([read(writtenSql, ids, true), listFreshEvidence(ctx, piece)])
    await write(written, evidence)
  }
  const known = new Set(orders)
  for (const { id } of fresh) known.delete(id)
  for (const piece of inPieces([...known], ordersAtOnce)) {
    const rows = await read(`${recordedSql} UNION ALL ${writtenSql}`, piece)
    await write(
      rows,
      rows.filter(({ kind }) => kind === 'record'),
    )
  }
  return [...visitors]
}

/** The evidence of orders whose records are at hand; a webhook may have reported the visit of one before. */
async function listFreshEvidence(ctx: WriteContext, fresh: readonly OrderRecord[]): Promise<StoredEvidence[]> {
  const silent = fresh.flatMap(({ id, origin }) => (origin === null ? [id] : []))
  const visits = await readStoredVisits(ctx.warehouse, silent)
  return fresh.map(({ id, placedAt, origin, meta }) => ({
    order: id,
    placed_ms: Date.parse(placedAt) || 0,
    origin: origin ?? undefined,
    visit: visits.get(id)?.origin,
    visitor: visitorMeta.map((name) => meta[name] ?? '').find((text) => text !== '') ?? '',
    checkout: meta['checkout_token'] ?? '',
    cart: meta['cart_token'] ?? '',
  }))
}

function ordersOf(rows: readonly ReportedRow[], kind: ReportedRow['kind']): string[] {
  return rows.flatMap((row) => (row.kind === kind ? [row.order] : []))
}

/** Prefix of ids of identifications made by orders rather than events. */
const ofOrder = 'order '
const isOfOrder = {
  // With its table: the select that looks for them has an empty text of this name.
  touch: "visitor_id = '' AND touches.origin = 'order' AND order_id IN {orders:Array(String)}",
  place: `order_id IN {orders:Array(String)} AND startsWith(event_id, '${ofOrder}')`,
} as const

/**
 * Evidence of orders, and which of them have written touches or identifications before, so that these are only read where
 * they exist.
 */
const ReportedRow = StoredEvidence.extend({ kind: z.enum(['record', 'touch', 'place']) })
type ReportedRow = z.infer<typeof ReportedRow>
const before = (kind: keyof typeof isOfOrder, table: string) => `
  SELECT DISTINCT '${kind}' AS kind, order_id AS order, 0 AS placed_ms, '' AS origin, '' AS visit, '' AS visitor, '' AS checkout, '' AS cart
  FROM ${table} WHERE shop_id = {shop:UUID} AND ${isOfOrder[kind]}`
const recordedSql = `
  SELECT 'record' AS kind, order, placed_ms, origin, visit, visitor, checkout, cart FROM (${evidenceSql})`
/** Also true of those whose rows are hidden now: reading them then finds none. */
const writtenSql = `${before('touch', 'touches')} UNION ALL ${before('place', 'identifications')}`

const storedTouchesSql = `SELECT ${touchColumns} FROM touches
  WHERE shop_id = {shop:UUID} AND ${isOfOrder.touch}`

/** `orders` are those that already have such a touch. */
async function writeTouches(
  ctx: WriteContext,
  orders: readonly string[],
  evidence: readonly StoredEvidence[],
): Promise<void> {
  const { shop, warehouse } = ctx
  const stored =
    orders.length === 0
      ? []
      : await warehouse.read({ sql: storedTouchesSql, params: { orders } }, StoredTouch, { lookup: true })
  const told = evidence.some((each) => originOf(each) !== undefined)
  if (!told && stored.length === 0) return
  const rules = await loadRules(ctx)
  const visits = readOrderVisits(evidence, rules, `https://${shop.domain}/`)
  await replaceTouches(ctx, stored, await toTouches(ctx, visits, rules))
}

async function loadRules({ db, shop }: WriteContext): Promise<VisitRules> {
  return toVisitRules(await loadTrackingSettings(db.kysely, shop), await knownDomains(db.kysely, shop))
}

async function toTouches(ctx: WriteContext, visits: readonly OrderVisit[], rules: VisitRules): Promise<StoredTouch[]> {
  const ads = await loadAdIndex(
    ctx,
    visits.map(({ visit }) => visit),
  )
  return visits.map((visit) => toOrderTouch(visit, ads, rules))
}

async function replaceTouches(
  { db, warehouse }: WriteContext,
  stored: readonly StoredTouch[],
  told: readonly StoredTouch[],
): Promise<void> {
  const wanted = new Map(told.map((touch) => [keyOfTouch(touch), touch]))
  const known = new Map(stored.map((touch) => [keyOfTouch(touch), touch]))
  const isNew = (key: string, touch: StoredTouch) => {
    const old = known.get(key)
    return old === undefined || !isSameTouch(old, touch)
  }
  const fresh = [...wanted].flatMap(([key, touch]) => (isNew(key, touch) ? [touch] : []))
  const gone = stored.filter((touch) => !wanted.has(keyOfTouch(touch)))
  if (fresh.length + gone.length === 0) return
  const version = (await nextWriteVersion(db.kysely)).toString()
  await warehouse.insert('touches', [
    ...fresh.map((touch) => toTouchRow(touch, version)),
    ...gone.map((touch) => toTouchTombstone(touch, version)),
  ])
}

const touchesAtOnce = 20_000
const nextTouchesSql = `SELECT ${touchColumns} FROM touches
  WHERE shop_id = {shop:UUID} AND visitor_id = '' AND origin = 'order' AND (toUnixTimestamp64Milli(at), touch_id) > ({ms:Int64}, {touch:String})
  ORDER BY at, touch_id LIMIT ${touchesAtOnce}`

/** Updates the touches from order evidence to the shop's current rules and ads. For callers that hold the shop's lock. */
export async function rereadOrderTouches(ctx: WriteContext): Promise<void> {
  const rules = await loadRules(ctx)
  let last = { ms: Number.MIN_SAFE_INTEGER, touch_id: '' }
  for (;;) {
    const params = { ms: last.ms, touch: last.touch_id }
    const stored = await ctx.warehouse.read({ sql: nextTouchesSql, params }, StoredTouch)
    const visits = stored.map(({ order_id, ms, url, referrer }) => {
      const page = { url, referrer }
      return { order: order_id, at: ms, page, visit: readVisit(page, rules) }
    })
    await replaceTouches(
      ctx,
      stored,
      await toTouches(
        ctx,
        visits.filter(({ visit }) => visit.newTouch),
        rules,
      ),
    )
    const end = stored.at(-1)
    if (end === undefined || stored.length < touchesAtOnce) return
    last = end
  }
}

const Place = z.object({ visitor: z.string(), ms: z.coerce.number(), id: z.string(), order: z.string() })
type Place = z.infer<typeof Place>

const placesSql = `SELECT visitor_id AS visitor, toUnixTimestamp64Milli(at) AS ms, event_id AS id, order_id AS order FROM identifications
  WHERE shop_id = {shop:UUID} AND ${isOfOrder.place}`

/** `orders` are those that already have one. */
async function writeIdentifications(
  ctx: WriteContext,
  orders: readonly string[],
  evidence: readonly StoredEvidence[],
): Promise<string[]> {
  const { db, warehouse } = ctx
  const stored =
    orders.length === 0 ? [] : await warehouse.read({ sql: placesSql, params: { orders } }, Place, { lookup: true })
  const devices = await findDevices(ctx, evidence)
  const wanted = evidence.flatMap(({ order, placed_ms, visitor, checkout, cart }): Place[] => {
    const device = isVisitor(visitor) ? visitor : (devices.get(checkout) ?? devices.get(cart))
    return device === undefined ? [] : [{ visitor: device, ms: placed_ms, id: `${ofOrder}${order}`, order }]
  })
  const has = (list: readonly Place[], one: Place) =>
    list.some(({ visitor, ms, id }) => visitor === one.visitor && ms === one.ms && id === one.id)
  const byOrder = Map.groupBy(stored, ({ order }) => order)
  const wantedByOrder = Map.groupBy(wanted, ({ order }) => order)
  const fresh = wanted.filter((one) => !has(byOrder.get(one.order) ?? [], one))
  const gone = stored.filter((one) => !has(wantedByOrder.get(one.order) ?? [], one))
  if (fresh.length + gone.length === 0) return []
  const version = (await nextWriteVersion(db.kysely)).toString()
  const key = ({ visitor, ms, id }: Place) => ({ visitor_id: visitor, at: new Date(ms), event_id: id, version })
  await warehouse.insert('identifications', [
    ...fresh.map((one) => ({ ...key(one), identifiers: [], order_id: one.order, is_deleted: 0 })),
    ...gone.map((one) => ({ ...key(one), is_deleted: 1 })),
  ])
  return [...fresh, ...gone].map(({ visitor }) => visitor)
}

function isVisitor(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

const TokenRow = z.object({ token: z.string(), visitor: z.string() })
const daysBefore = 60

/** Devices whose page events carried a cart or checkout; the earliest counts. */
async function findDevices(
  { warehouse }: WriteContext,
  evidence: readonly StoredEvidence[],
): Promise<ReadonlyMap<string, string>> {
  const nameless = evidence.filter(({ visitor }) => !isVisitor(visitor))
  const tokens = nameless.flatMap(({ checkout, cart }) => [checkout, cart]).filter((token) => token !== '')
  if (tokens.length === 0) return new Map()
  const placed = nameless.map(({ placed_ms }) => placed_ms)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const rows = await warehouse.read(
    {
      sql: `SELECT token, argMin(visitor_id, (at, visitor_id)) AS visitor
        FROM (SELECT visitor_id, at, arrayJoin([checkout_token, cart_token]) AS token FROM events
          WHERE shop_id = {shop:UUID} AND visitor_id != '' AND day BETWEEN {from:Date} AND {until:Date})
        WHERE token IN {tokens:Array(String)} GROUP BY token`,
      params: {
        tokens,
        from: day(Math.min(...placed) - daysBefore * 86_400_000),
        until: day(Math.max(...placed) + 2 * 86_400_000),
      },
    },
    TokenRow,
    { lookup: true },
  )
  return new Map(rows.map(({ token, visitor }) => [token, visitor]))
}
