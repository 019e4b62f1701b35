import type { ConnectionId } from '@tillsight/core'
import { addDays, type Day, dayOf } from '@tillsight/core/days'
import type { ConnectionRow, SyncStateRow } from '@tillsight/database'
import type { AdsScope } from '@tillsight/metrics'
import { connectorList } from '@tillsight/platforms/connectors'
import { isReadAgain } from '../connections/index.ts'

/** Which days of ad platforms are there. It says nothing about stores, nor they about it. */
export interface AdSources {
  /** By platform that is connected. */
  readonly adsLoaded: AdsScope['loaded']
  /** Those of them that nothing was read of yet. */
  readonly adsUnread: ReadonlySet<string>
  /** By platform, when it was last read to its end, ISO 8601. */
  readonly adsFreshness: Readonly<Record<string, string>>
}

/** The stream that figures of ads are made of, and how long it may take until the next read has come. */
const adStream = 'ad_days'
const currentForMs = 3 * 3_600_000
const halfADayMs = 43_200_000

interface Present {
  readonly now: Date
  readonly today: Day
  readonly zone: string
}

/** Tells which days of each connected ad platform are loaded. */
export function adSourcesOf(
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
  const isLate = read !== undefined && now.getTime() - read.getTime() > currentForMs
  return {
    ...(isWhole ? {} : { since: since ?? addDays(today, 1) }),
    ...(isLate ? { through: dayOf(read, zone) } : {}),
  }
}

/** When any of the streams was last read. */
export function newest(states: readonly SyncStateRow[]): Date | undefined {
  const reads = states.flatMap(({ syncedThrough, lastSuccessAt }) => syncedThrough ?? lastSuccessAt ?? [])
  return reads.sort((a, b) => b.getTime() - a.getTime())[0]
}
