import type { VisitEvent } from '@tillsight/attribution'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { inPieces } from '../../ledger/index.ts'
import { StoredTouch, touchColumns } from './touch-rows.ts'

type Reader = Pick<WriteContext, 'warehouse'>

const slowSeconds = 300

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

/** What visitors did on pages: on these days (UTC), or ever. */
export async function readVisitEvents(
  reader: Reader,
  visitors: readonly string[],
  days: readonly string[] | 'ever',
): Promise<ReadonlyMap<string, VisitEvent[]>> {
  const found = new Map<string, VisitEvent[]>()
  for (const some of inPieces(visitors)) {
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

/** The touches of visitors as they were derived. */
export async function readDerivedTouches(
  reader: Reader,
  visitors: readonly string[],
): Promise<ReadonlyMap<string, StoredTouch[]>> {
  const found = new Map<string, StoredTouch[]>()
  for (const some of inPieces(visitors)) {
    for (const touch of await reader.warehouse.read({ sql: touchesSql, params: { visitors: some } }, StoredTouch)) {
      const own = found.get(touch.visitor_id) ?? []
      own.push(touch)
      found.set(touch.visitor_id, own)
    }
  }
  return found
}

const Standing = z.object({ visitor: z.string(), bought: z.number(), own: z.number() })
const standingsSql = `SELECT visitor_id AS visitor, max(order_id != '') AS bought,
    max(hasAny(identifiers, {ownPeople:Array(String)})) AS own
  FROM identifications WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} GROUP BY visitor_id`

/** On which devices somebody has bought, and on which one of the shop's own people was seen. */
export async function readStandings(
  reader: Reader,
  visitors: readonly string[],
  ownPeople: ReadonlySet<string>,
): Promise<{ readonly bought: ReadonlySet<string>; readonly own: ReadonlySet<string> }> {
  const [bought, own] = [new Set<string>(), new Set<string>()]
  for (const some of inPieces(visitors)) {
    const params = { visitors: some, ownPeople: [...ownPeople] }
    for (const row of await reader.warehouse.read({ sql: standingsSql, params }, Standing)) {
      if (row.bought === 1) bought.add(row.visitor)
      if (row.own === 1) own.add(row.visitor)
    }
  }
  return { bought, own }
}

const ClickRow = z.object({ click: z.string(), visitor: z.string(), ms: z.coerce.number() })
const clicksSql = `SELECT click_id AS click, visitor_id AS visitor, toUnixTimestamp64Milli(at) AS ms FROM touches
  WHERE shop_id = {shop:UUID} AND click_id IN {clicks:Array(String)} AND visitor_id != '' AND origin IN ('pixel', 'server')`

/** A click id, and who brought it when. */
export type Sighting = z.infer<typeof ClickRow>

/** Which touches have these click ids. */
export async function readSightings(reader: Reader, clicks: readonly string[]): Promise<Sighting[]> {
  const found: Sighting[] = []
  for (const some of inPieces(clicks, 2_000))
    found.push(...(await reader.warehouse.read({ sql: clicksSql, params: { clicks: some } }, ClickRow)))
  return found
}
