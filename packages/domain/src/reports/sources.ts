import type { ConnectionId } from '@tillsight/core'
import { addDays, type Day, dayOf } from '@tillsight/core/days'
import type { OpenConnectionRow, SyncStateRow } from '@tillsight/database'
import type { AdsScope } from '@tillsight/metrics'
import { connectorList } from '@tillsight/platforms/connectors'
import { isReadAgain } from '../connections/index.ts'
import type { ShopContext, ShopReads } from '../context/index.ts'

/** Which days of ad platforms are loaded, independent of stores. */
interface AdSources {
  /** By connected platform. */
  readonly adsLoaded: AdsScope['loaded']
  /** Connected platforms of which nothing has been read yet. */
  readonly adsUnread: ReadonlySet<string>
  /** By platform, when it was last read completely, ISO 8601. */
  readonly adsFreshness: Readonly<Record<string, string>>
}

/** The stream behind ad figures, and how soon the next read is expected. */
const adStream = 'ad_days'
const adsCurrentForMs = 3 * 3_600_000
const halfADayMs = 43_200_000

interface Present {
  readonly now: Date
  readonly today: Day
  readonly zone: string
}

/** Determines which days of each connected ad platform are loaded. */
function adSourcesOf(
  connections: readonly OpenConnectionRow[],
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

/** The loaded days of an ad platform, by the days of its accounts. */
function daysOf(
  { createdAt }: OpenConnectionRow,
  states: readonly SyncStateRow[],
  { now, today, zone }: Present,
): LoadedDays {
  const history = states.find(({ mode }) => mode === 'backfill')
  const isWhole = history && (history.lastSuccessAt !== null || isReadAgain(history.checkpoint))
  // Midnight in the account's zone may be evening here; noon there is usually the same date in both zones.
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

/** Which days the shop's connections have read, and how fresh each source is. */
export interface Sources extends Omit<AdSources, 'adsFreshness'> {
  /** By source, when it was last read completely, ISO 8601. */
  readonly freshness: Readonly<Record<string, string>>
  /** The first day that is completely loaded, of a history that is still being imported. */
  readonly importingSince: Day | 'unknown' | undefined
  /** Whether no past refund has been read yet: orders are shown meanwhile, but their returns are too low. */
  readonly refundsPending: boolean
  /** Whether changed costs are still to be booked: costs and profit are a mixture until then. */
  readonly isRestating: boolean
  /** The last day that every store has been read for; today unless one of them has not responded for long. */
  readonly loadedThrough: Day
}

/** The streams that figures are computed from. */
const figureStreams = new Set(['orders', 'refunds'])

/** Changes are read every few minutes: a store read within this time is current. */
const currentForMs = 3_600_000

/** Reads the progress of the shop's connections. Without any, the stored data counts as complete. */
export async function loadSources(
  ctx: Pick<ShopContext, 'shop' | 'clock'> & { readonly reads: ShopReads },
): Promise<Sources> {
  const { shop, clock, reads } = ctx
  const now = clock.now()
  const today = dayOf(now, shop.zone)
  const freshness: Record<string, string> = {}
  let importingSince: Sources['importingSince']
  let loadedThrough = today
  let refundsPending = false
  const [{ connections, hasImports, isRestating }, all] = await Promise.all([reads.standing(), reads.syncStates()])
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
  const isFilledByFiles = importingSince === 'unknown' && hasImports
  const { adsFreshness, ...ads } = adSourcesOf(connections, all, { now, today, zone: shop.zone })
  return {
    freshness: { ...freshness, ...adsFreshness },
    importingSince: isFilledByFiles ? undefined : importingSince,
    loadedThrough,
    refundsPending,
    isRestating,
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
 * How far back the history of one connection has been read; undefined when it is complete. A day is loaded when its refunds
 * are too.
 */
function importOf(
  { connector }: OpenConnectionRow,
  states: readonly SyncStateRow[],
  { today, zone }: { today: Day; zone: string },
): Sources['importingSince'] {
  const orders = states.filter(({ stream }) => stream === 'orders')
  if (orders.length === 0) return hasStream(connector, 'orders') ? 'unknown' : undefined
  let since: Sources['importingSince']
  for (const { stream, mode, lastSuccessAt, completeSince, checkpoint } of states) {
    if (mode !== 'backfill' || lastSuccessAt !== null || isReadAgain(checkpoint)) continue
    // Orders whose refunds have not been started are shown with a warning.
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

/** The day of an instant if it is the start of the day, else the next day. */
function firstWholeDay(instant: Date, zone: string): Day {
  const day = dayOf(instant, zone)
  return dayOf(new Date(instant.getTime() - 1), zone) === day ? addDays(day, 1) : day
}

function laterSince(a: Sources['importingSince'], b: Sources['importingSince']): Sources['importingSince'] {
  if (a === 'unknown' || b === 'unknown') return 'unknown'
  if (a === undefined || b === undefined) return a ?? b
  return a > b ? a : b
}
