import type { DeletionRecord, OrderRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'
import { rememberCancellations } from './app-state.ts'
import type { Write } from './commit-plan.ts'
import {
  type Files,
  fileRecord,
  loadChildren,
  loadOrders,
  loadVersions,
  type OrderState,
  orderStateOf,
} from './facts-store.ts'
import { type Intake, listAffectedOrders, sortOut } from './intake.ts'
import { type EncodedRecord, encodeRecord, recordKey } from './record-rows.ts'

/** What arrived, beside what is stored. */
export interface FoundChanges {
  readonly intake: Intake
  /** Affected orders, and those among them that may have ledger rows. */
  readonly affected: readonly string[]
  readonly known: readonly string[]
  readonly dossiers: ReadonlyMap<string, OrderState>
  readonly before: ReadonlyMap<string, OrderRecord>
  /** To store. */
  readonly facts: Pick<Write, 'records' | 'hidden' | 'fresh'>
}

/** Finds out what is new in a part. Changes nothing but when orders were first seen cancelled. */
export async function findChanges(
  ctx: WriteContext,
  part: readonly PlatformRecord[],
  source: string,
): Promise<FoundChanges> {
  const encoded = part.map(encodeRecord)
  const files: Files = { dossiers: new Map<string, OrderState>(), versions: new Map() }
  await Promise.all([
    loadVersions(ctx.warehouse, encoded, files),
    loadChildren(ctx.warehouse, [...listAffectedOrders(encoded.map(({ record }) => record))], files),
  ])
  const intake = sortOut(encoded, files.versions, source)
  const stale = await noteCancellations(ctx, encoded)
  const affected = [...new Set([...listAffectedOrders(intake.changed.map(({ record }) => record)), ...stale])]
  const known = listKnown(affected, intake, files)
  await loadOrders(ctx.warehouse, known, files)
  const fresh = listFresh(intake, files)
  const { before, hidden } = applyIntake(intake, files, { source })
  const dossiers = new Map(affected.map((orderId) => [orderId, orderStateOf(files.dossiers, orderId)]))
  const facts = { records: [...intake.changed, ...intake.confirmed], hidden, fresh }
  return { intake, affected, known, dossiers, before, facts }
}

/**
 * Stores when orders were first seen cancelled, from whatever version of them. Returns the orders of outdated versions, whose
 * date may be earlier now.
 */
async function noteCancellations(ctx: WriteContext, encoded: readonly EncodedRecord[]): Promise<string[]> {
  const seen = new Map<string, Date>()
  for (const { record, updatedAt } of encoded) {
    if (record.type !== 'order' || record.standing !== 'cancelled' || record.cancelledAt !== null) continue
    const earlier = seen.get(record.id)?.getTime() ?? Number.POSITIVE_INFINITY
    seen.set(record.id, new Date(Math.min(earlier, updatedAt)))
  }
  await rememberCancellations(ctx.db.kysely, ctx.shop.id, seen)
  return [...seen.keys()]
}

/** Orders of which anything is stored, the order itself or a child of it: only these may have ledger rows. */
function listKnown(affected: readonly string[], intake: Intake, { versions }: Files): string[] {
  const arriving = new Set(intake.changed.flatMap(({ type, id }) => (type === 'order' ? [id] : [])))
  return affected.filter((id) => !arriving.has(id) || versions.has(recordKey({ type: 'order', parentId: '', id })))
}

/** Arriving orders whose record was never stored. */
function listFresh({ changed }: Intake, { versions }: Files): OrderRecord[] {
  return changed.flatMap(({ record }) =>
    record.type === 'order' && !versions.has(recordKey({ type: 'order', parentId: '', id: record.id })) ? [record] : [],
  )
}

interface Applied {
  readonly before: Map<string, OrderRecord>
  readonly hidden: EncodedRecord[]
}

/** Merges the batch's records into the loaded facts. */
function applyIntake(intake: Intake, files: Files, { source }: { source: string }): Applied {
  const before = new Map<string, OrderRecord>()
  const hidden: EncodedRecord[] = []
  const deletions: EncodedRecord[] = []
  for (const encoded of intake.changed) {
    const { record, parentId } = encoded
    if (record.type === 'deletion' && record.of !== 'refund') {
      deletions.push(encoded)
      continue
    }
    if (record.type === 'order') rememberBefore(before, files, record.id)
    fileRecord(files.dossiers, record, { source, parent_id: parentId })
  }
  for (const encoded of deletions) {
    const { record } = encoded
    if (record.type !== 'deletion') continue
    const hiding = hide(encoded, record, files)
    if (!hiding) continue
    hidden.push(hiding)
    if (record.of !== 'order') continue
    rememberBefore(before, files, record.id)
    orderStateOf(files.dossiers, record.id).order = undefined
  }
  return { before, hidden }
}

function rememberBefore(before: Map<string, OrderRecord>, { dossiers }: Files, orderId: string): void {
  const order = dossiers.get(orderId)?.order
  if (order && !before.has(orderId)) before.set(orderId, order)
}

/** The record to hide because of a deletion; undefined if the record is newer than the deletion. */
function hide(
  encoded: EncodedRecord,
  { of, id }: DeletionRecord,
  { dossiers, versions }: Files,
): EncodedRecord | undefined {
  if (of === 'refund') return undefined
  const order = of === 'order' ? dossiers.get(id)?.order : undefined
  const updatedAt = order
    ? Date.parse(order.updatedAt)
    : (versions.get(recordKey({ type: of, parentId: '', id }))?.updatedAt ?? 0)
  if (updatedAt > encoded.updatedAt) return undefined
  return { ...encoded, type: of, parentId: '', id, body: '' }
}
