import type { DeletionRecord, RefundRecord, RefundSetRecord } from '@tillsight/platforms/connectors'

/** What is known of the refunds of one order. */
export interface RefundFacts {
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
