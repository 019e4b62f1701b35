import { ageText, dayText, instantText } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ShopView } from '../../services.ts'
import type { ConnectionView } from '../connections/connections.ts'

/** How long after its last complete sync a source counts as late. */
const lateAfterMs = 3_600_000

export interface Present {
  readonly services: { readonly shop: ShopView }
  readonly connections: readonly ConnectionView[]
  /** The present instant. */
  readonly now: string
}

/** How recent figures are. */
export interface FreshnessModel {
  /** `Updated 2 min ago`; null before the first complete sync. */
  readonly text: string | null
  /** The same as an absolute time. */
  readonly title: string
  /** `History complete since 3 Jan 2026`, while the import is under way. */
  readonly since: string | null
  /** Said of a page on which some days are missing. */
  readonly partial: string
  /** Late sources in words, with links to them. */
  readonly late: readonly { readonly text: string; readonly to: string }[]
}

/** Until when the figures of these connections are complete: the least recent one decides. */
export function printSources(
  connections: readonly ConnectionView[],
  { services: { shop }, now }: Present,
): FreshnessModel {
  const {
    zone,
    display: { language },
    domain,
  } = shop
  const t = textFor(language)
  const oldest = connections
    .map(({ lastSyncAt }) => lastSyncAt)
    .reduce<string | null>((old, at) => (at && (!old || at < old) ? at : old), null)
  return {
    text: oldest && t('fresh.updated', { age: ageText(oldest, now, language) }),
    title: oldest ? t('fresh.complete_to', { at: instantText(oldest, zone, language) }) : t('fresh.never'),
    since: sinceText(connections, shop),
    partial: t('summary.partial'),
    late: connections
      .filter((connection) => isLate(connection, now))
      .map(({ id, connectorLabel }) => ({
        text: t('summary.late', { source: connectorLabel }),
        to: `/shop/${domain}/integrations#c-${id}`,
      })),
  }
}

function isLate({ status, lastSyncAt }: ConnectionView, now: string): boolean {
  if (status === 'late' || status === 'broken') return true
  return status === 'healthy' && lastSyncAt !== null && Date.parse(now) - Date.parse(lastSyncAt) > lateAfterMs
}

/** Null once the whole history is imported. */
function sinceText(connections: readonly ConnectionView[], { display: { language } }: ShopView): string | null {
  const t = textFor(language)
  const importing = connections.filter(({ status }) => status === 'importing').flatMap(({ streams }) => streams)
  if (importing.length === 0) return null
  const since = importing
    .flatMap(({ completeSince }) => completeSince ?? [])
    .toSorted()
    .at(-1)
  return since
    ? t('summary.complete_since', { day: dayText(since.slice(0, 10), language) })
    : t('summary.history_coming')
}
