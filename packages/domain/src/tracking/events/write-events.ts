import { nextWriteVersion } from '@tillsight/database'
import type { CollectedEvent } from '@tillsight/tracking'
import { z } from 'zod'
import { asOnlyWriter, type WriteContext } from '../../context/index.ts'
import { markOrders, markVisitors } from '../../journey-marks/index.ts'
import { inPieces } from '../../ledger/index.ts'
import { bringTouchesUpToDate, type NearEvents, readNear } from '../touches/derive-touches.ts'
import { keysPerQuery, type Span } from '../touches/read-visits.ts'
import { loadSetup } from '../touches/touch-rows.ts'
import { toEventRow, toIdentificationRow, utcDay } from './event-rows.ts'

/**
 * Stores collected events and what follows from them: identifications of devices, and the touches of visitors. An event that
 * is already stored changes nothing; a failed or killed call can be repeated. `stored` is the number of new ones. Takes the
 * shop's lock, so callers must not hold it.
 */
export async function writeEvents(
  ctx: WriteContext,
  events: readonly CollectedEvent[],
): Promise<{ readonly stored: number }> {
  if (events.length === 0) return { stored: 0 }
  return asOnlyWriter(ctx, async (fresh) => ({ stored: await write(fresh, withoutRepeats(events)) }))
}

async function write(ctx: WriteContext, events: readonly CollectedEvent[]): Promise<number> {
  const { db, warehouse } = ctx
  const concerned = spansOf(events)
  const [setup, near, next] = await Promise.all([loadSetup(ctx), readNear(ctx, concerned), nextWriteVersion(db.kysely)])
  const known = await findKnown(ctx, events, near)
  const fresh = events.filter((event) => !known.has(nameOf(event)))
  const version = next.toString()
  // Includes known events: a killed call may have left out their identifications.
  const identifications = events.map((event) => toIdentificationRow(event, version)).filter((row) => row !== undefined)
  const isMilestone = ({ name }: CollectedEvent) => name === setup.settings.attribution.milestone
  await markVisitors(ctx, [
    ...identifications.map((row) => row.visitor_id),
    ...fresh.filter(isMilestone).map(({ visitorId }) => visitorId),
  ])
  await markOrders(
    ctx,
    fresh.filter(({ visitorId }) => visitorId === '').map(({ orderId }) => orderId),
  )
  const toRow = (event: CollectedEvent) => toEventRow(event, version)
  if (fresh.length > 0) await warehouse.insert('events', fresh.map(toRow))
  if (identifications.length > 0) await warehouse.insert('identifications', identifications)
  const repeated = events.filter((event) => known.has(nameOf(event)))
  // Reading back what was just written would find the same.
  for (const event of fresh) near.get(event.visitorId)?.push(event)
  await bringTouchesUpToDate(ctx, setup, { concerned, near, written: { fresh, repeated, version } })
  return fresh.length
}

/** Among duplicates of an event the first received one counts. */
function withoutRepeats(events: readonly CollectedEvent[]): readonly CollectedEvent[] {
  const first = new Map<string, CollectedEvent>()
  for (const event of events) {
    const known = first.get(nameOf(event))
    if (!known || event.receivedAt < known.receivedAt) first.set(nameOf(event), event)
  }
  return [...first.values()]
}

function nameOf({ visitorId, eventId }: Pick<CollectedEvent, 'visitorId' | 'eventId'>): string {
  return `${visitorId} ${eventId}`
}

const Known = z.object({ visitor: z.string(), id: z.string() })
const knownSql = `SELECT visitor_id AS visitor, event_id AS id FROM events
  WHERE shop_id = {shop:UUID} AND day IN {days:Array(Date)} AND visitor_id IN {visitors:Array(String)}
    AND event_id IN {ids:Array(String)}`

/**
 * Which of these events are stored, also by what was read around their days. A repeated event may have a slightly different
 * time, which must not make it a new one.
 */
async function findKnown(
  { warehouse }: WriteContext,
  events: readonly CollectedEvent[],
  near: NearEvents,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [visitorId, own] of near) for (const { eventId } of own) found.add(nameOf({ visitorId, eventId }))
  const others = events.filter(({ visitorId }) => !near.has(visitorId)).toSorted((one, other) => one.at - other.at)
  for (const piece of inPieces(others, keysPerQuery)) {
    const days = new Set(piece.flatMap(({ at }) => [-1, 0, 1].map((hours) => utcDay(at + hours * 3_600_000))))
    const params = {
      days: [...days],
      visitors: [...new Set(piece.map(({ visitorId }) => visitorId))],
      ids: piece.map(({ eventId }) => eventId),
    }
    for (const { visitor, id } of await warehouse.read({ sql: knownSql, params }, Known)) found.add(`${visitor} ${id}`)
  }
  return found
}

/** The time span of each visitor's new events. */
function spansOf(events: readonly CollectedEvent[]): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>()
  for (const { visitorId, at } of events) {
    if (visitorId === '') continue
    const known = spans.get(visitorId) ?? { from: at, to: at }
    spans.set(visitorId, { from: Math.min(known.from, at), to: Math.max(known.to, at) })
  }
  return spans
}
