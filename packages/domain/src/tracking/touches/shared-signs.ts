// What only the events of many visitors together show of machines (attribution.md §21).

import { adClickOf, crowdOf, crowdSlot, type SharedSigns, sharedClickOf, type VisitEvent } from '@tillsight/attribution'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { inPieces } from '../../ledger/index.ts'
import { utcDay } from '../events/event-rows.ts'
import type { Span } from './read-visits.ts'

type Reader = Pick<WriteContext, 'warehouse'>
type Seen = Pick<VisitEvent, 'name' | 'network' | 'url' | 'at'>

/** So many visitors of one network in one slot can be a crowd. */
const leastCrowd = 100
/** So many visitors who bring one click of an ad on one day show that a machine repeats it. */
const leastSharers = 20
const patient = { timeoutSeconds: 300 }

/** Something that visitors have in common, and whether a machine made it: now, and before the write that is asked about. */
const Group = z.object({
  kind: z.enum(['crowd', 'click']),
  name: z.string(),
  is_machine: z.number(),
  was_machine: z.number(),
})
type Group = z.infer<typeof Group>

/** Events that were written: those that are new have the version, others were there before. */
export interface Written {
  readonly fresh: readonly Seen[]
  readonly repeated: readonly Seen[]
  readonly version: string
}

const Turned = z.object({ visitor: z.string(), from: z.coerce.number(), to: z.coerce.number() })
/** A visitor of whom something else is known by now, and of when. */
type Turned = z.infer<typeof Turned> & Span

/**
 * Which crowds and clicks of these events are machines'; also, of whom a write has changed that. The one visitor that makes a crowd of
 * all before shows what they were, and those who look further may show that they were none.
 */
export async function readSharedSigns(
  reader: Reader,
  events: readonly Seen[],
  { fresh, repeated, version }: Written,
): Promise<{ readonly shared: SharedSigns; readonly turned: readonly Turned[] }> {
  const groups = await readGroups(reader, [...events, ...fresh, ...repeated], version)
  const named = (wanted: Group['kind'], of: readonly Group[]) =>
    of.flatMap(({ kind, name }) => (kind === wanted ? [name] : []))
  const machines = groups.filter(({ is_machine }) => is_machine === 1)
  const shared = { crowds: new Set(named('crowd', machines)), clicks: new Set(named('click', machines)) }
  const told = namesOf([...fresh, ...repeated])
  // The call that stored these may have been killed before it looked.
  const again = namesOf(repeated)
  const changed = groups.filter(
    ({ name, is_machine, was_machine }) => told.has(name) && (is_machine !== was_machine || again.has(name)),
  )
  const turned: Turned[] = []
  for (const piece of inPieces(changed)) {
    const params = {
      days: daysOf([...fresh, ...repeated]),
      crowds: named('crowd', piece),
      clicks: named('click', piece),
    }
    turned.push(...(await reader.warehouse.read({ sql: membersSql, params }, Turned, patient)))
  }
  return { shared, turned }
}

function namesOf(events: readonly Seen[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => [crowdOf(event), sharedClickOf(event)]))
}

const some = "FROM events WHERE shop_id = {shop:UUID} AND day IN {days:Array(Date)} AND visitor_id != ''"
const views = `${some} AND network != '' AND name = 'page_view'`
const slot = `intDiv(toUnixTimestamp64Milli(at), ${crowdSlot})`
// As crowdOf and sharedClickOf name them.
const crowdName = `concat(toString(${slot}), ' ', network)`
const clickName = "concat(toString(day), ' ', ad_click)"

/**
 * Many visitors of whom nearly all saw a single page are a machine that forgets its cookie. People behind one address, such as an
 * office, a mobile network or a proxy in front of the shop, look further than that.
 */
const isCrowd = (visitors: string, single: string) =>
  `${visitors} >= ${leastCrowd} AND ${single} * 20 >= ${visitors} * 19`

// No event takes another's place, so that there is nothing to merge: a quarter of the work, for every batch that comes in.
const groupsSql = `SELECT * FROM (
    SELECT 'crowd' AS kind, shared AS name, ${isCrowd('count()', 'countIf(views = 1)')} AS is_machine,
      ${isCrowd('countIf(before > 0)', 'countIf(before = 1)')} AS was_machine
    FROM (SELECT ${crowdName} AS shared, visitor_id, count() AS views, countIf(version < {version:UInt64}) AS before
      ${views} AND network IN {networks:Array(String)} GROUP BY shared, visitor_id)
    GROUP BY shared HAVING count() >= ${leastCrowd}
    UNION ALL
    SELECT 'click' AS kind, ${clickName} AS name, toUInt8(1) AS is_machine,
      uniqExactIf(visitor_id, version < {version:UInt64}) >= ${leastSharers} AS was_machine
    ${some} AND ad_click IN {clicks:Array(String)} GROUP BY ${clickName} HAVING uniqExact(visitor_id) >= ${leastSharers}
  ) SETTINGS final = 0`

/** Groups that are large enough to matter; beside those of the events, others of their networks and clicks. */
async function readGroups(reader: Reader, events: readonly Seen[], version: string): Promise<Group[]> {
  const seen = events.filter((event) => crowdOf(event) !== '')
  const brought = events.filter((event) => sharedClickOf(event) !== '')
  const days = daysOf([...seen, ...brought])
  const networks = [...inPieces([...new Set(seen.map(({ network }) => network))])]
  const clicks = [...inPieces([...new Set(brought.map(({ url }) => adClickOf(url)))], 2_000)]
  const groups: Group[] = []
  for (let piece = 0; piece < Math.max(networks.length, clicks.length); piece += 1) {
    const params = { days, networks: networks[piece] ?? [], clicks: clicks[piece] ?? [], version }
    groups.push(...(await reader.warehouse.read({ sql: groupsSql, params }, Group, patient)))
  }
  return groups
}

const membersSql = `SELECT visitor_id AS visitor, min(toUnixTimestamp64Milli(at)) AS from, max(toUnixTimestamp64Milli(at)) AS to
  FROM (
    SELECT visitor_id, at ${views} AND ${crowdName} IN {crowds:Array(String)}
    UNION ALL
    SELECT visitor_id, at ${some} AND ad_click != '' AND ${clickName} IN {clicks:Array(String)}
  ) GROUP BY visitor_id`

function daysOf(events: readonly { readonly at: number }[]): string[] {
  return [...new Set(events.map(({ at }) => utcDay(at)))]
}
