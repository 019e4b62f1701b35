import type { ConnectionId } from '@tillsight/core'
import { addDays, type Day, dayOf } from '@tillsight/core/days'
import { type ConnectionRow, listImports, type SyncStateRow } from '@tillsight/database'
import type { AdsScope } from '@tillsight/metrics'
import { connectorList } from '@tillsight/platforms/connectors'
import { isReadAgain } from '../connections/index.ts'
import type { ShopContext, ShopReads } from '../context/index.ts'

/** Which days of ad platforms are there. It says nothing about stores, nor they about it. */
interface AdSources {
  /** By platform that is connected. */
  readonly adsLoaded: AdsScope['loaded']
  /** Those of them that nothing was read of yet. */
  readonly adsUnread: ReadonlySet<string>
  /** By platform, when it was last read to its end, ISO 8601. */
  readonly adsFreshness: Readonly<Record<string, string>>
}

/** The stream that figures of ads are made of, and how long it may take until the next read has come. */
const adStream = 'ad_days'
const adsCurrentForMs = 3 * 3_600_000
const halfADayMs = 43_200_000

interface Present {
  readonly now: Date
  readonly today: Day
  readonly zone: string
}

/** Tells which days of each connected ad platform are loaded. */
function adSourcesOf(
  connections: readonly ConnectionRow[],
  all: ReadonlyMap<ConnectionId, readonly SyncStateRow[]>,
  present: Present,
): AdSources {
  const adsLoaded = new Map<string, LoadedDays>()
  const adsUnread = new Set<string>()
  const adsFreshness: Record<string, string> = {}
  for (const connection of connections) {
    const { id, connector } = connection
    if (!connectorList.some((each) => each.id === connector && each.streams.some(isOfAds))) continue
    const states = (all.get(id) ?? []).filter(({ stream }) => stream === adStream)
    const last = newest(states)
    if (last) adsFreshness[connector] = last.toISOString()
    if (states.length === 0) adsUnread.add(connector)
    adsLoaded.set(connector, daysOf(connection, states, present))
  }
  return { adsLoaded, adsUnread, adsFreshness }
}

function isOfAds({ id }: { readonly id: string }): boolean {
  return id === adStream
}

type LoadedDays = { readonly since?: Day; readonly through?: Day }

/** Which days of an ad platform are loaded, as days of its accounts. */
function daysOf(
  { createdAt }: ConnectionRow,
  states: readonly SyncStateRow[],
  { now, today, zone }: Present,
): LoadedDays {
  const history = states.find(({ mode }) => mode === 'backfill')
  const isWhole = history && (history.lastSuccessAt !== null || isReadAgain(history.checkpoint))
  // Midnight of an account may be an evening here: what is noon there is the same date in both, as a rule.
  const since = history?.completeSince && dayOf(new Date(history.completeSince.getTime() + halfADayMs), zone)
  const increment = states.find(({ mode }) => mode === 'increment')
  const read = increment && (increment.syncedThrough ?? increment.lastSuccessAt ?? createdAt)
  const isLate = read !== undefined && now.getTime() - read.getTime() > adsCurrentForMs
  return {
    ...(isWhole ? {} : { since: since ?? addDays(today, 1) }),
    ...(isLate ? { through: dayOf(read, zone) } : {}),
  }
}

/** When any of the streams was last read. */
function newest(states: readonly SyncStateRow[]): Date | undefined {
  const reads = states.flatMap(({ syncedThrough, lastSuccessAt }) => syncedThrough ?? lastSuccessAt ?? [])
  return reads.sort((a, b) => b.getTime() - a.getTime())[0]
}

/** Which days the shop's connections have read, and how fresh each of them is. */
export interface Sources extends Omit<AdSources, 'adsFreshness'> {
  /** By source, when it was last read to its end, ISO 8601. */
  readonly freshness: Readonly<Record<string, string>>
  /** The first whole day that is loaded of a history that is still being imported. */
  readonly importingSince: Day | 'unknown' | undefined
  /** Whether no past refund is in yet: orders are shown meanwhile, what they returned is too low. */
  readonly refundsPending: boolean
  /** The last day that every store has been asked about; today unless one of them has not answered for long. */
  readonly loadedThrough: Day
}

/** The streams that figures are made of. */
const figureStreams = new Set(['orders', 'refunds'])

/** Changes are asked for every few minutes: a store that was read this recently knows today. */
const currentForMs = 3_600_000

/** Reads how far every connection of the shop has come. Without any, what is stored is all there is. */
export async function loadSources(
  ctx: Pick<ShopContext, 'queries' | 'shop' | 'clock'> & { readonly reads: ShopReads },
): Promise<Sources> {
  const { queries, shop, clock, reads } = ctx
  const now = clock.now()
  const today = dayOf(now, shop.zone)
  const freshness: Record<string, string> = {}
  let importingSince: Sources['importingSince']
  let loadedThrough = today
  let refundsPending = false
  const [connections, all] = await Promise.all([reads.connections(), reads.syncStates()])
  for (const connection of connections) {
    const states = figureStatesOf(all.get(connection.id))
    const last = lastRead(states)
    if (last) freshness[connection.connector] = last.toISOString()
    importingSince = laterSince(importingSince, importOf(connection, states, { today, zone: shop.zone }))
    refundsPending ||= hasStream(connection.connector, 'refunds') && !isBegun(states, 'refunds')
    for (const { syncedThrough, lastSuccessAt } of states.filter(({ mode }) => mode === 'increment')) {
      const read = syncedThrough ?? lastSuccessAt ?? connection.createdAt
      if (now.getTime() - read.getTime() <= currentForMs) continue
      const day = dayOf(read, shop.zone)
      if (day < loadedThrough) loadedThrough = day
    }
  }
  const isFilledByFiles = importingSince === 'unknown' && (await listImports(queries, shop.id, 1)).length > 0
  const { adsFreshness, ...ads } = adSourcesOf(connections, all, { now, today, zone: shop.zone })
  return {
    freshness: { ...freshness, ...adsFreshness },
    importingSince: isFilledByFiles ? undefined : importingSince,
    loadedThrough,
    refundsPending,
    ...ads,
  }
}

function figureStatesOf(states: readonly SyncStateRow[] = []): readonly SyncStateRow[] {
  return states.filter(({ stream }) => figureStreams.has(stream))
}

function lastRead(states: readonly SyncStateRow[]): Date | undefined {
  return newest(states.filter(({ stream }) => stream === 'orders'))
}

/**
 * How far the history of one connection reaches back while it is imported; undefined when it is complete. A day is in when
 * its refunds are too.
 */
function importOf(
  { connector }: ConnectionRow,
  states: readonly SyncStateRow[],
  { today, zone }: { today: Day; zone: string },
): Sources['importingSince'] {
  const orders = states.filter(({ stream }) => stream === 'orders')
  if (orders.length === 0) return hasStream(connector, 'orders') ? 'unknown' : undefined
  let since: Sources['importingSince']
  for (const { stream, mode, lastSuccessAt, completeSince, checkpoint } of states) {
    if (mode !== 'backfill' || lastSuccessAt !== null || isReadAgain(checkpoint)) continue
    // Orders whose refunds nobody has begun to read are shown with a word about it.
    if (stream !== 'orders' && completeSince === null) continue
    since = laterSince(since, completeSince === null ? 'unknown' : firstWholeDay(completeSince, zone))
  }
  return since !== undefined && since > today ? 'unknown' : since
}

function hasStream(connector: string, wanted: string): boolean {
  return connectorList.some(({ id, streams }) => id === connector && streams.some((stream) => stream.id === wanted))
}

function isBegun(states: readonly SyncStateRow[], wanted: string): boolean {
  return states.some(
    ({ stream, mode, lastSuccessAt, completeSince, checkpoint }) =>
      stream === wanted &&
      mode === 'backfill' &&
      (lastSuccessAt !== null || completeSince !== null || isReadAgain(checkpoint)),
  )
}

/** The day of an instant if it is the day's first, else the day after. */
function firstWholeDay(instant: Date, zone: string): Day {
  const day = dayOf(instant, zone)
  return dayOf(new Date(instant.getTime() - 1), zone) === day ? addDays(day, 1) : day
}

function laterSince(a: Sources['importingSince'], b: Sources['importingSince']): Sources['importingSince'] {
  if (a === 'unknown' || b === 'unknown') return 'unknown'
  if (a === undefined || b === undefined) return a ?? b
  return a > b ? a : b
}
