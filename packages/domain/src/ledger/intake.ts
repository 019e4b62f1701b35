import type { DeletionRecord, PlatformRecord, RefundRecord, RefundSetRecord } from '@tillsight/platforms/connectors'
import { type EncodedRecord, importSource, recordKey, type StoredVersion } from './record-rows.ts'

/** The news in a batch. */
export interface Intake {
  /** Records that change something. */
  readonly changed: readonly EncodedRecord[]
  /** Records with a later time but unchanged content. */
  readonly confirmed: readonly EncodedRecord[]
  readonly unchanged: number
  /** Number of records older than the stored ones. */
  readonly outdated: number
}

/** Keeps the newest record of each key; of two with the same time, the later one in the batch. */
function newestOfEach(records: readonly EncodedRecord[]): EncodedRecord[] {
  const newest = new Map<string, EncodedRecord>()
  for (const record of records) {
    const key = recordKey(record)
    const other = newest.get(key)
    if (!other || other.updatedAt <= record.updatedAt) newest.set(key, record)
  }
  return [...newest.values()]
}

/** Separates changes from repetitions by update time and content, independent of the order in which records arrive. */
export function sortOut(
  records: readonly EncodedRecord[],
  stored: ReadonlyMap<string, StoredVersion>,
  source: string,
): Intake {
  const newest = newestOfEach(records)
  const deletions = new Map(newest.flatMap(({ type, id, updatedAt }) => (type === 'deletion' ? [[id, updatedAt]] : [])))
  const sorted = Map.groupBy(newest, (record) => {
    const deletedAt = Math.max(
      deletions.get(deletionId(record)) ?? -1,
      stored.get(deletionKey(record))?.updatedAt ?? -1,
    )
    return judge(record, { known: stored.get(recordKey(record)), deletedAt, source })
  })
  const countOf = (verdict: Verdict) => sorted.get(verdict)?.length ?? 0
  return {
    changed: sorted.get('changed') ?? [],
    confirmed: sorted.get('confirmed') ?? [],
    unchanged: countOf('unchanged'),
    outdated: countOf('outdated') + records.length - newest.length,
  }
}

type Verdict = 'changed' | 'confirmed' | 'unchanged' | 'outdated'

/** Classifies a record, given the stored version under its key and the time of its deletion (-1 = never). */
function judge(
  record: EncodedRecord,
  { known, deletedAt, source }: { known: StoredVersion | undefined; deletedAt: number; source: string },
): Verdict {
  if (isReplaceable(record) && record.updatedAt > 0 && record.updatedAt <= deletedAt) return 'outdated'
  if (!known) return 'changed'
  // A file may contain a record before its platform delivers it; from then on the platform's own record counts.
  const isImported = known.source === importSource
  if (isImported !== (source === importSource)) return isImported ? 'changed' : 'outdated'
  if (record.updatedAt < known.updatedAt) return 'outdated'
  if (record.hash !== known.hash) return 'changed'
  if (record.updatedAt === known.updatedAt) return 'unchanged'
  // The same list seen later also covers the refunds made in between.
  return record.type === 'refund_set' ? 'changed' : 'confirmed'
}

/** Refunds have no update time, so removed ones are detected by comparing facts, not by dropping records. */
function isReplaceable(record: EncodedRecord): boolean {
  return record.type !== 'refund' && record.type !== 'refund_set' && record.type !== 'deletion'
}

function deletionId(record: EncodedRecord): string {
  return `${record.type}:${record.id}`
}

/** The key under which a record's deletion would be stored. */
function deletionKey(record: Pick<EncodedRecord, 'type' | 'id' | 'parentId'>): string {
  const parentId = record.type === 'order' ? record.id : record.parentId
  return recordKey({ type: 'deletion', parentId, id: `${record.type}:${record.id}` })
}

/** The orders whose ledger rows depend on these records. */
export function listAffectedOrders(records: readonly PlatformRecord[]): Set<string> {
  const orders = new Set<string>()
  for (const record of records) {
    if (record.type === 'order') orders.add(record.id)
    else if (record.type === 'refund' || record.type === 'refund_set' || record.type === 'dispute')
      orders.add(record.orderId)
    else if (record.type === 'deletion' && record.of === 'order') orders.add(record.id)
    else if (record.type === 'deletion' && record.of === 'refund' && record.orderId) orders.add(record.orderId)
  }
  return orders
}

/** What is stored about the refunds of one order. */
interface RefundFacts {
  readonly refunds: readonly RefundRecord[]
  readonly set: RefundSetRecord | undefined
  /** Deletions by refund id. */
  readonly deletions: ReadonlyMap<string, DeletionRecord>
}

/**
 * The current refunds of an order. The later of two sources decides: the list of all its refunds, which does not cover
 * refunds made after it, and a report that one was deleted.
 */
export function listPresentRefunds({ refunds, set, deletions }: RefundFacts): RefundRecord[] {
  if (!set && deletions.size === 0) return [...refunds]
  const listed = new Set(set?.refundIds)
  return refunds.filter((refund) => {
    const deletedAt = timeOf(deletions.get(refund.id)?.seenAt)
    const covered = set !== undefined && (listed.has(refund.id) || timeOf(refund.at) <= timeOf(set.seenAt))
    if (covered && timeOf(set.seenAt) >= deletedAt) return listed.has(refund.id)
    return deletedAt < 0
  })
}

function timeOf(instant: string | undefined): number {
  return instant === undefined ? -1 : Date.parse(instant)
}
