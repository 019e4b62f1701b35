import type { ConnectionId } from '@tillsight/core'
import type { AdRecord } from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'

/** What an ad platform handed over. */
export interface AdBatch {
  /** The connector. */
  readonly source: string
  readonly records: readonly AdRecord[]
  /** Where it came through: only what is chosen there is written, and how accounts stand is noted there. */
  readonly connection?: ConnectionId
}

/** What became of a batch. */
export interface AdWriteOutcome {
  readonly received: number
  /** Days of accounts whose figures were replaced. */
  readonly days: number
  readonly unchanged: number
  /** Records older than what is known, of accounts that are not read, or in another currency than before. */
  readonly refused: number
}

/** A write under way: of one platform, with the version that its rows carry. */
export interface AdWrite {
  readonly ctx: WriteContext
  readonly source: string
  readonly version: string
}

/** The newest record of each, by fetch time; of two of the same instant the one that came last. */
export function newestOf<T>(
  records: readonly T[],
  { nameOf, at }: { readonly nameOf: (record: T) => string; readonly at: (record: T) => string },
): T[] {
  const newest = new Map<string, T>()
  for (const record of records) {
    const name = nameOf(record)
    const known = newest.get(name)
    if (!known || Date.parse(at(record)) >= Date.parse(at(known))) newest.set(name, record)
  }
  return [...newest.values()]
}
