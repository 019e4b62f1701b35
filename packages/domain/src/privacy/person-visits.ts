import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { inPieces } from '../ledger/index.ts'
import { StoredTouch, touchColumns } from '../tracking/index.ts'

/** How a person is known: keyed hashes as identifications have them, and orders. */
export interface PersonKeys {
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

/** What is held of a person's visits. */
export interface PersonVisits {
  readonly identifications: readonly Identification[]
  readonly events: readonly StoredEvent[]
  readonly touches: readonly StoredTouch[]
}

/**
 * Finds a person's visits: on each device that they were seen on, what belongs to them by attribution.md §3, rule 3; on a
 * shared one, what belongs to somebody else stays theirs. What is tied to their orders is theirs too.
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
