import { nameOf } from '@tillsight/attribution'
import { nextWriteVersion } from '@tillsight/database'
import { journeys, touches } from '@tillsight/warehouse'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { markOrders, markVisitors } from '../journey-marks/index.ts'
import { deriveJourneys, writeOrderEvidence } from '../journeys/index.ts'
import { inPieces } from '../ledger/index.ts'
import { StoredTouch, toTouchRow, touchColumns, utcDay } from '../tracking/index.ts'

/** How a person is known: keyed hashes, as in identifications, and orders. */
interface PersonKeys {
  readonly identifiers: readonly string[]
  readonly orders: readonly string[]
}

const Identification = z.object({
  visitor_id: z.string(),
  ms: z.coerce.number(),
  event_id: z.string(),
  identifiers: z.array(z.string()),
  order_id: z.string(),
})
type Identification = z.infer<typeof Identification>

const StoredEvent = z.object({
  visitor_id: z.string(),
  ms: z.coerce.number(),
  event_id: z.string(),
  received_ms: z.coerce.number(),
  name: z.string(),
  source: z.string(),
  url: z.string(),
  referrer: z.string(),
  consent: z.string(),
  order_id: z.string(),
  value: z.string(),
  currency: z.string(),
  network: z.string(),
  bot: z.string(),
  bot_reasons: z.array(z.string()),
  is_foreign: z.number(),
})
type StoredEvent = z.infer<typeof StoredEvent>

/** The stored visits of a person. */
interface PersonVisits {
  readonly identifications: readonly Identification[]
  readonly events: readonly StoredEvent[]
  readonly touches: readonly StoredTouch[]
}

/**
 * Finds a person's visits: on each of their devices, the activity that belongs to them by attribution.md §3, rule 3; on a
 * shared device, other people's activity stays theirs. Activity tied to their orders is included.
 */
export async function findPersonVisits(
  ctx: Pick<WriteContext, 'warehouse'>,
  { identifiers, orders }: PersonKeys,
): Promise<PersonVisits> {
  const own = [
    ...(await readPieces(
      ctx,
      identifiers,
      identificationsSql('hasAny(identifiers, {ids:Array(String)})'),
      Identification,
    )),
    ...(await readPieces(ctx, orders, identificationsSql('order_id IN {ids:Array(String)}'), Identification)),
  ]
  const visitors = [...new Set(own.map((seen) => seen.visitor_id))]
  const ofThem = new Set(own.map(nameOfSighting))
  const seen = await readPieces(ctx, visitors, identificationsSql('visitor_id IN {ids:Array(String)}'), Identification)
  const byDevice = Map.groupBy(
    seen.toSorted((one, other) => one.ms - other.ms),
    ({ visitor_id }) => visitor_id,
  )
  const isTheirs = ({ visitor_id, ms }: { readonly visitor_id: string; readonly ms: number }) => {
    const sightings = byDevice.get(visitor_id) ?? []
    const owner = sightings.find((each) => each.ms >= ms) ?? sightings.at(-1)
    return owner !== undefined && ofThem.has(nameOfSighting(owner))
  }
  const events = await readPieces(ctx, visitors, eventsSql('visitor_id IN {ids:Array(String)}'), StoredEvent)
  const touches = await readPieces(ctx, visitors, touchesSql('visitor_id IN {ids:Array(String)}'), StoredTouch)
  return {
    identifications: seen.filter((each) => ofThem.has(nameOfSighting(each))),
    events: events.filter(isTheirs),
    touches: [
      ...touches.filter(isTheirs),
      ...(await readPieces(
        ctx,
        orders,
        touchesSql("visitor_id = '' AND order_id IN {ids:Array(String)}"),
        StoredTouch,
      )),
    ],
  }
}

function nameOfSighting({ visitor_id, ms, event_id }: Identification): string {
  return `${visitor_id} ${ms} ${event_id}`
}

const identificationsSql = (
  where: string,
) => `SELECT visitor_id, toUnixTimestamp64Milli(at) AS ms, event_id, identifiers,
  order_id FROM identifications WHERE shop_id = {shop:UUID} AND ${where}`
const eventsSql = (where: string) => `SELECT visitor_id, toUnixTimestamp64Milli(at) AS ms, event_id,
    toUnixTimestamp64Milli(received_at) AS received_ms, name, source, url, referrer, toString(events.consent) AS consent,
    order_id, toString(events.value) AS value, currency, network, toString(events.bot) AS bot, bot_reasons, is_foreign
  FROM events WHERE shop_id = {shop:UUID} AND ${where}`
const touchesSql = (where: string) => `SELECT ${touchColumns} FROM touches WHERE shop_id = {shop:UUID} AND ${where}`

async function readPieces<T>(
  { warehouse }: Pick<WriteContext, 'warehouse'>,
  all: readonly string[],
  ...[sql, row]: readonly [sql: string, row: z.ZodType<T>]
): Promise<T[]> {
  const found: T[] = []
  for (const ids of inPieces(all))
    found.push(...(await warehouse.read({ sql, params: { ids } }, row, { timeoutSeconds: 300 })))
  return found
}

/** Whose visits to erase, and a secret of this erasure, so that new ids cannot be traced back to old ones. */
interface VisitsToErase extends PersonKeys {
  readonly salt: string
}

/**
 * Erases a person's visits (attribution.md §4), for callers that hold the shop's lock: identifications are deleted, events
 * lose everything but what happened when, touches lose device, click and addresses. Each touch stays with its orders, so that
 * no channel's past credit moves. May be killed at any point and repeated.
 */
export async function eraseVisits(ctx: WriteContext, { salt, ...keys }: VisitsToErase): Promise<void> {
  const visits = await findPersonVisits(ctx, keys)
  const visitors = [...new Set([...visits.identifications, ...visits.touches].map((each) => each.visitor_id))]
  await markVisitors(ctx, visitors)
  await markOrders(ctx, keys.orders)
  if (visits.touches.length > 0) await deriveJourneys(ctx, { orders: keys.orders })
  const version = (await nextWriteVersion(ctx.db.kysely)).toString()
  const copies = await copyTouches(ctx, visits.touches, { ...keys, salt })
  for (const piece of inPieces(copies, 20_000)) {
    await ctx.warehouse.insert(
      'touches',
      piece.map((touch) => toTouchRow(touch, version)),
    )
  }
  await purgeTouches(ctx, visits.touches, version)
  await stripEvents(ctx, visits.events, { salt, version })
  for (const piece of inPieces(visits.identifications, 2_000)) {
    await ctx.warehouse.purge({
      from: 'identifications',
      where: 'visitor_id IN {visitors:Array(String)} AND event_id IN {events:Array(String)}',
      params: { visitors: piece.map((each) => each.visitor_id), events: piece.map((each) => each.event_id) },
    })
  }
}

/**
 * Updates evidence and journeys of erased orders to match their remaining records, and purges previous versions of both from
 * disk.
 */
export async function renewErasedJourneys(ctx: WriteContext, orders: readonly string[]): Promise<void> {
  if (orders.length === 0) return
  await writeOrderEvidence(ctx, orders)
  await deriveJourneys(ctx, { orders })
  const version = (await nextWriteVersion(ctx.db.kysely)).toString()
  for (const piece of inPieces(orders)) {
    const params = { orders: piece, version }
    for (const into of ['touches', 'journeys'] as const) {
      await ctx.warehouse.rewrite({ into, sql: sameAgain[into], params })
      const where = `${ofOrders[into]} AND is_deleted = 0 AND version < {version:UInt64}`
      await ctx.warehouse.purge({ from: into, where, params })
    }
  }
}

const ofOrders = {
  touches: "visitor_id = '' AND order_id IN {orders:Array(String)}",
  journeys: 'order_id IN {orders:Array(String)}',
} as const

/** Rewrites the rows unchanged, so that all earlier versions can be purged. */
function again(name: keyof typeof ofOrders, columns: Readonly<Record<string, string>>): string {
  const read = Object.keys(columns).map((column) => (column === 'version' ? '{version:UInt64} AS version' : column))
  return `SELECT ${read.join(', ')}
    FROM (SELECT * EXCEPT version FROM ${name} WHERE shop_id = {shop:UUID} AND ${ofOrders[name]})`
}

const sameAgain = {
  touches: again('touches', touches.columns),
  journeys: again('journeys', journeys.columns),
} as const

const JourneyRow = z.object({ order_id: z.string(), touch_ids: z.array(z.string()) })
const usedSql = `SELECT order_id, touch_ids FROM journeys
  WHERE shop_id = {shop:UUID} AND order_id IN {orders:Array(String)}`

/** Copies a touch once per order whose journey contains it; once without an order if there is none. */
async function copyTouches(
  ctx: WriteContext,
  touches: readonly StoredTouch[],
  { orders, salt }: VisitsToErase,
): Promise<StoredTouch[]> {
  const ordersOf = new Map<string, string[]>()
  for (const piece of inPieces(orders)) {
    for (const row of await ctx.warehouse.read({ sql: usedSql, params: { orders: piece } }, JourneyRow))
      for (const id of row.touch_ids) ordersOf.set(id, [...(ordersOf.get(id) ?? []), row.order_id])
  }
  return touches.flatMap((touch) => {
    const bare = { ...touch, session_id: '', click_id: '', url: '', referrer: '' }
    // A touch tied to an order keeps its place.
    if (touch.visitor_id === '') return [bare]
    const used = ordersOf.get(touch.touch_id) ?? ['']
    return used.map((order) => ({
      ...bare,
      visitor_id: '',
      order_id: order,
      touch_id: nameOf(salt, touch.touch_id, order),
    }))
  })
}

async function purgeTouches({ warehouse }: WriteContext, touches: readonly StoredTouch[], version: string) {
  for (const piece of inPieces(touches, 2_000)) {
    await warehouse.purge({
      from: 'touches',
      where: `visitor_id IN {visitors:Array(String)} AND touch_id IN {touches:Array(String)}
        AND (visitor_id != '' OR version < {version:UInt64})`,
      params: {
        visitors: [...new Set(piece.map((touch) => touch.visitor_id))],
        touches: piece.map((touch) => touch.touch_id),
        version,
      },
    })
  }
}

interface Stripping {
  readonly salt: string
  readonly version: string
}

/** Events stay as those of a visitor without consent: counted in totals, but belonging to nobody. */
async function stripEvents({ warehouse }: WriteContext, events: PersonVisits['events'], { salt, version }: Stripping) {
  for (const piece of inPieces(events, 2_000)) {
    await warehouse.insert(
      'events',
      piece.map(({ ms, received_ms, visitor_id, event_id, ...event }) => ({
        ...event,
        day: utcDay(ms),
        visitor_id: '',
        at: new Date(ms),
        event_id: nameOf(salt, visitor_id, event_id),
        received_at: new Date(received_ms),
        url: '',
        referrer: '',
        may_keep_clicks: 0,
        may_send_user_data: 0,
        may_personalise: 0,
        identifiers: [],
        checkout_token: '',
        cart_token: '',
        browser_keys: '',
        ad_click: '',
        network: '',
        version,
        is_deleted: 0,
      })),
    )
    await warehouse.purge({
      from: 'events',
      where: `visitor_id IN {visitors:Array(String)} AND event_id IN {events:Array(String)}`,
      params: {
        visitors: [...new Set(piece.map((event) => event.visitor_id))],
        events: piece.map((event) => event.event_id),
      },
    })
  }
}
