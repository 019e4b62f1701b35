import { clickIdOf, cutSessions, sessionPause, type VisitEvent } from '@tillsight/attribution'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { inPieces } from '../../ledger/index.ts'
import { utcDay } from '../events/event-rows.ts'
import { StoredTouch, touchColumns } from './touch-rows.ts'

type Reader = Pick<WriteContext, 'warehouse'>

const slowSeconds = 300
/** Of visitors, clicks or events that may be anywhere, a query for many takes little longer than one for few. */
export const keysPerQuery = 20_000
const dayMs = 86_400_000

const EventRow = z.object({
  visitor: z.string(),
  id: z.string(),
  ms: z.coerce.number(),
  name: z.string(),
  source: z.string(),
  url: z.string(),
  referrer: z.string(),
  network: z.string(),
  bot: z.enum(['no', 'suspect', 'bot']),
  botReasons: z.array(z.string()),
})

const eventsSql = (
  where: string,
) => `SELECT visitor_id AS visitor, event_id AS id, toUnixTimestamp64Milli(at) AS ms, name,
    source, url, referrer, network, toString(events.bot) AS bot, bot_reasons AS botReasons
  FROM events WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} ${where}`

/** Page events of visitors: on these days (UTC), or of all time. */
export async function readVisitEvents(
  reader: Reader,
  visitors: readonly string[],
  days: readonly string[] | 'ever',
): Promise<ReadonlyMap<string, VisitEvent[]>> {
  const found = new Map<string, VisitEvent[]>()
  for (const some of inPieces(visitors, keysPerQuery)) {
    const query =
      days === 'ever'
        ? { sql: eventsSql(''), params: { visitors: some } }
        : { sql: eventsSql('AND day IN {days:Array(Date)}'), params: { visitors: some, days } }
    for await (const { visitor, id, ms, ...event } of reader.warehouse.stream(query, EventRow, {
      timeoutSeconds: slowSeconds,
    })) {
      const own = found.get(visitor) ?? []
      own.push({ ...event, eventId: id, at: ms })
      found.set(visitor, own)
    }
  }
  return found
}

const touchesSql = `SELECT ${touchColumns} FROM touches
  WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} AND origin IN ('pixel', 'server')`

/** The stored touches of visitors. */
export async function readDerivedTouches(
  reader: Reader,
  visitors: readonly string[],
): Promise<ReadonlyMap<string, StoredTouch[]>> {
  const found = new Map<string, StoredTouch[]>()
  for (const some of inPieces(visitors, keysPerQuery)) {
    for (const touch of await reader.warehouse.read({ sql: touchesSql, params: { visitors: some } }, StoredTouch)) {
      const own = found.get(touch.visitor_id) ?? []
      own.push(touch)
      found.set(touch.visitor_id, own)
    }
  }
  return found
}

const Status = z.object({ visitor: z.string(), bought: z.number(), own: z.number() })
const statusesSql = `SELECT visitor_id AS visitor, max(order_id != '') AS bought,
    max(hasAny(identifiers, {ownPeople:Array(String)})) AS own
  FROM identifications WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} GROUP BY visitor_id`

/** Devices on which somebody has bought, and devices of the shop's staff. */
export async function readStatuses(
  reader: Reader,
  visitors: readonly string[],
  ownPeople: ReadonlySet<string>,
): Promise<{ readonly bought: ReadonlySet<string>; readonly own: ReadonlySet<string> }> {
  const [bought, own] = [new Set<string>(), new Set<string>()]
  for (const some of inPieces(visitors, keysPerQuery)) {
    const params = { visitors: some, ownPeople: [...ownPeople] }
    for (const row of await reader.warehouse.read({ sql: statusesSql, params }, Status)) {
      if (row.bought === 1) bought.add(row.visitor)
      if (row.own === 1) own.add(row.visitor)
    }
  }
  return { bought, own }
}

const ClickRow = z.object({ click: z.string(), visitor: z.string(), ms: z.coerce.number() })
const clicksSql = `SELECT click_id AS click, visitor_id AS visitor, toUnixTimestamp64Milli(at) AS ms FROM touches
  WHERE shop_id = {shop:UUID} AND click_id IN {clicks:Array(String)} AND visitor_id != '' AND origin IN ('pixel', 'server')`

/** A click id, with its visitor and time. */
type Sighting = z.infer<typeof ClickRow>

/** Which touches have these click ids. */
export async function readSightings(reader: Reader, clicks: readonly string[]): Promise<Sighting[]> {
  const found: Sighting[] = []
  for (const some of inPieces(clicks, keysPerQuery))
    found.push(...(await reader.warehouse.read({ sql: clicksSql, params: { clicks: some } }, ClickRow)))
  return found
}

/** A time span of changes in milliseconds, both ends included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** All time. */
export const ever: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** The days (UTC) whose events are read for changes in a span: those of the span and one on each side. */
export function daysAround({ from, to }: Span): string[] {
  const [first, last] = [Math.floor(from / dayMs) - 1, Math.floor(to / dayMs) + 1]
  return Array.from({ length: last - first + 1 }, (_, nth) => utcDay((first + nth) * dayMs))
}

/** The part of a visitor's events that can be derived again separately. */
export interface Affected {
  /** The sessions with changes: touches within this span are replaced. */
  readonly range: Span
  readonly events: readonly VisitEvent[]
  /** Click ids that the visitor brought earlier. */
  readonly earlierClicks: ReadonlySet<string>
}

/** What is known of a visitor with new events. */
interface Known {
  readonly events: readonly VisitEvent[]
  readonly touches: readonly StoredTouch[]
  readonly hasBought: boolean
}

/**
 * Finds the sessions that contain changes in `span`. Undefined if more has to be derived: a session continues beyond the days
 * read, a click was seen earlier than its touch says, or an order shows that older touches are not a bot's.
 */
export function findAffected(span: Span, { events, touches, hasBought }: Known): Affected | undefined {
  const sessions = cutSessions(events).filter(({ events: own }) => touchesSpan(own, span))
  const first = sessions[0]?.events[0]
  const last = sessions.at(-1)?.events.at(-1)
  const range = { from: Math.min(first?.at ?? span.from, span.from), to: Math.max(last?.at ?? span.to, span.to) }
  const days = daysAround(span)
  const edges = { from: startOf(days[0]) + sessionPause, to: startOf(days.at(-1)) + dayMs - sessionPause }
  if (range.from <= edges.from || range.to >= edges.to) return undefined
  const affected = sessions.flatMap((session) => session.events)
  const clicks = new Set(affected.flatMap(({ url }) => clickIdOf(url) || []))
  const isLater = ({ ms, url }: StoredTouch) => ms > range.to && clicks.has(clickIdOf(url))
  const isDoubted = ({ ms, bot }: StoredTouch) => hasBought && bot !== 'no' && !isWithin(ms, range)
  if (touches.some((touch) => isLater(touch) || isDoubted(touch))) return undefined
  const before = touches.filter(({ ms }) => ms < range.from).flatMap(({ click_id }) => click_id || [])
  return { range, events: affected, earlierClicks: new Set(before) }
}

/** Whether an instant is within a span. */
export function isWithin(at: number, { from, to }: Span): boolean {
  return at >= from && at <= to
}

function touchesSpan(events: readonly VisitEvent[], { from, to }: Span): boolean {
  return (events[0]?.at ?? 0) <= to && (events.at(-1)?.at ?? 0) >= from
}

function startOf(day: string | undefined): number {
  return Date.parse(`${day}T00:00:00Z`)
}
