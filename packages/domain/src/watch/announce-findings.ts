import { listAnnouncedFindings, saveAnnouncedFindings } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import type { HealthIssue } from '../health/index.ts'
import { emitEvents, type OutgoingEvent } from '../outbox/index.ts'

/** Findings about a connection that is not read as it should be, by kind: their keys begin with its id. */
const ofConnections = new Set(['connection', 'ad_account', 'stale_sync'])

/**
 * Tells receivers outside which findings opened and closed since the last look. Notes and findings about single orders, of which
 * there may be thousands, are told to nobody.
 */
export async function announceFindings(ctx: ShopContext, issues: readonly HealthIssue[]): Promise<void> {
  const { db, shop, clock } = ctx
  const at = clock.now()
  const open = issues.filter(needsSomebody)
  const before = await listAnnouncedFindings(db.kysely, shop.id)
  const isSame = (one: Finding) => (other: Finding) => one.kind === other.kind && one.key === other.key
  const opened = open.filter((issue) => !before.some(isSame(issue)))
  const closed = before.filter((finding) => !open.some(isSame(finding)))
  if (opened.length + closed.length === 0) return
  await db.transaction(async (tx) => {
    await saveAnnouncedFindings(tx, shop.id, open)
    const events = [...opened.map((issue) => openedEvent(issue, at)), ...closed.map((one) => closedEvent(one, at))]
    await emitEvents(tx, shop.id, events)
  })
}

/** Findings that explain figures or name single orders: they are in the list, and nobody is told. */
const quietFindings: ReadonlySet<string> = new Set([
  'incomplete_history',
  'skipped_record',
  'order_arithmetic',
  'refund_above_order',
])

/** Whether a finding is one that somebody has to look at. */
export function needsSomebody({ severity, kind }: Pick<HealthIssue, 'severity' | 'kind'>): boolean {
  return severity !== 'note' && !quietFindings.has(kind)
}

type Finding = Pick<HealthIssue, 'kind' | 'key'>

function openedEvent({ kind, key, severity, since }: HealthIssue, at: Date): OutgoingEvent {
  const connection = connectionOf({ kind, key })
  return connection === undefined
    ? { type: 'health.opened', data: { kind, key, severity, since }, at }
    : { type: 'sync.failed', data: { connection, kind, severity, since }, at }
}

function closedEvent({ kind, key }: Finding, at: Date): OutgoingEvent {
  const connection = connectionOf({ kind, key })
  return connection === undefined
    ? { type: 'health.closed', data: { kind, key }, at }
    : { type: 'sync.recovered', data: { connection, kind }, at }
}

function connectionOf({ kind, key }: Finding): string | undefined {
  return ofConnections.has(kind) ? key.split(':')[0] : undefined
}
