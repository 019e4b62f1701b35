import type { DeletionRecord, PlatformRecord, RefundRecord, RefundSetRecord } from '@tillsight/platforms/connectors'
import { type EncodedRecord, importSource, recordKey, type StoredVersion } from './record-rows.ts'

/** What a batch brings that is not known yet. */
export interface Intake {
  /** Records that change something. */
  readonly changed: readonly EncodedRecord[]
  /** Records that only say once more, and later, what is known. */
  readonly confirmed: readonly EncodedRecord[]
  readonly unchanged: number
  /** Older than what is known. */
  readonly outdated: number
}

/** Keeps the newest record of each key; of two from the same instant the later one in the batch. */
function newestOfEach(records: readonly EncodedRecord[]): EncodedRecord[] {
  const newest = new Map<string, EncodedRecord>()
  for (const record of records) {
    const key = recordKey(record)
    const other = newest.get(key)
    if (!other || other.updatedAt <= record.updatedAt) newest.set(key, record)
  }
  return [...newest.values()]
}

/** Tells news from repetition by update time and content, whatever order records of a source arrive in. */
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

/** What a record is, given what is stored under its key and when it was deleted (-1 = never). */
function judge(
  record: EncodedRecord,
  { known, deletedAt, source }: { known: StoredVersion | undefined; deletedAt: number; source: string },
): Verdict {
  if (isReplaceable(record) && record.updatedAt > 0 && record.updatedAt <= deletedAt) return 'outdated'
  if (!known) return 'changed'
  // A file may tell of something before its platform does; from then on the platform's own record is the one that counts.
  const isImported = known.source === importSource
  if (isImported !== (source === importSource)) return isImported ? 'changed' : 'outdated'
  if (record.updatedAt < known.updatedAt) return 'outdated'
  if (record.hash !== known.hash) return 'changed'
  if (record.updatedAt === known.updatedAt) return 'unchanged'
  // The same list seen later also speaks about the refunds made in between.
  return record.type === 'refund_set' ? 'changed' : 'confirmed'
}

/** Refunds do not say when they changed, so what is gone is told by comparing facts, not by dropping records. */
function isReplaceable(record: EncodedRecord): boolean {
  return record.type !== 'refund' && record.type !== 'refund_set' && record.type !== 'deletion'
}

function deletionId(record: EncodedRecord): string {
  return `${record.type}:${record.id}`
}

/** The key under which the deletion of a record would be stored. */
function deletionKey(record: Pick<EncodedRecord, 'type' | 'id' | 'parentId'>): string {
  const parentId = record.type === 'order' ? record.id : record.parentId
  return recordKey({ type: 'deletion', parentId, id: `${record.type}:${record.id}` })
}

/** The orders whose ledger rows depend on these records. */
export function listAffectedOrders(records: readonly PlatformRecord[]): Set<string> {
  const orders = new Set<string>()
  for (const record of records) {
    if (record.type === 'order') orders.add(record.id)
    else if (record.type === 'refund' || record.type === 'refund_set') orders.add(record.orderId)
    else if (record.type === 'deletion' && record.of === 'order') orders.add(record.id)
    else if (record.type === 'deletion' && record.of === 'refund' && record.orderId) orders.add(record.orderId)
  }
  return orders
}

/** What is known of the refunds of one order. */
interface RefundFacts {
  readonly refunds: readonly RefundRecord[]
  readonly set: RefundSetRecord | undefined
  /** Deletions by refund id. */
  readonly deletions: ReadonlyMap<string, DeletionRecord>
}

/**
 * The refunds that an order has now. The later of the two witnesses decides: the list of all its refunds, which does
 * not speak about refunds made after it, and the news that one was deleted.
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
