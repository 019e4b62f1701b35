// Signals of bots that only show across the events of many visitors (attribution.md §21).

import { adClickOf, crowdOf, crowdSlot, type SharedSigns, sharedClickOf, type VisitEvent } from '@tillsight/attribution'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { inPieces } from '../../ledger/index.ts'
import { utcDay } from '../events/event-rows.ts'
import { keysPerQuery, type Span } from './read-visits.ts'

type Reader = Pick<WriteContext, 'warehouse'>
type Seen = Pick<VisitEvent, 'name' | 'network' | 'url' | 'at'>

/** From this many visitors of one network in one time slot they can be a crowd. */
const leastCrowd = 100
/** If this many visitors bring the same ad click on one day, a bot is repeating it. */
const leastSharers = 20
const patient = { timeoutSeconds: 300 }

/** Something that visitors share, and whether it is a bot's: now, and before the given write. */
const Group = z.object({
  kind: z.enum(['crowd', 'click']),
  name: z.string(),
  is_machine: z.number(),
  was_machine: z.number(),
})
type Group = z.infer<typeof Group>

/** Written events: new ones have the version, others were already stored. */
export interface Written {
  readonly fresh: readonly Seen[]
  readonly repeated: readonly Seen[]
  readonly version: string
}

const Turned = z.object({ visitor: z.string(), from: z.coerce.number(), to: z.coerce.number() })
/** A visitor whose verdict has changed, and the time span concerned. */
type Turned = z.infer<typeof Turned> & Span

/**
 * Which crowds and clicks of these events are bots', and the visitors for whom a write has changed that. One more visitor can
 * turn all earlier ones into a crowd, and visitors who view more pages can show that it is none.
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
  // The call that stored these may have been killed before this step.
  const again = namesOf(repeated)
  const changed = groups.filter(
    ({ name, is_machine, was_machine }) => told.has(name) && (is_machine !== was_machine || again.has(name)),
  )
  const turned: Turned[] = []
  for (const piece of inPieces(changed)) {
    const params = {
      ...whenOf([...fresh, ...repeated]),
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
const slot = `intDiv(toUnixTimestamp64Milli(at), ${crowdSlot})`
// A crowd is of one time slot: the rest of the day need not be grouped for it.
const views = `${some} AND ${slot} IN {slots:Array(Int64)} AND network != '' AND name = 'page_view'`
// The same key as in crowdOf and sharedClickOf.
const crowdName = `concat(toString(${slot}), ' ', network)`
const clickName = "concat(toString(day), ' ', ad_click)"

/**
 * Many visitors, nearly all of whom viewed a single page, are a bot that drops its cookie. People behind one address, such as
 * an office, a mobile network or a proxy in front of the shop, view more pages.
 */
const isCrowd = (visitors: string, single: string) =>
  `${visitors} >= ${leastCrowd} AND ${single} * 20 >= ${visitors} * 19`

// Events never replace each other, so nothing is merged: a quarter of the work, for every incoming batch.
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

/** Groups that are large enough to matter; includes other groups of the events' networks, clicks and times. */
async function readGroups(reader: Reader, events: readonly Seen[], version: string): Promise<Group[]> {
  const seen = events.filter((event) => crowdOf(event) !== '')
  const brought = events.filter((event) => sharedClickOf(event) !== '')
  const when = whenOf([...seen, ...brought])
  const networks = [...inPieces([...new Set(seen.map(({ network }) => network))], keysPerQuery)]
  const clicks = [...inPieces([...new Set(brought.map(({ url }) => adClickOf(url)))], keysPerQuery)]
  const groups: Group[] = []
  for (let piece = 0; piece < Math.max(networks.length, clicks.length); piece += 1) {
    const params = { ...when, networks: networks[piece] ?? [], clicks: clicks[piece] ?? [], version }
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

function whenOf(events: readonly { readonly at: number }[]) {
  return {
    days: [...new Set(events.map(({ at }) => utcDay(at)))],
    slots: [...new Set(events.map(({ at }) => Math.floor(at / crowdSlot)))],
  }
}
