import type { ConnectionId } from '@tillsight/core'
import type { AdRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'

/** Records received from an ad platform. */
export interface AdBatch {
  /** Id of the connector. */
  readonly source: string
  readonly records: readonly AdRecord[]
  /**
   * The connection that the records came through: only accounts chosen there are written, and their problems are recorded
   * there.
   */
  readonly connection?: ConnectionId
}

/** The outcome of writing a batch. */
export interface AdWriteOutcome {
  readonly received: number
  /** Account days whose figures were replaced. */
  readonly days: number
  readonly unchanged: number
  /**
   * Records that are older than the stored ones, belong to accounts that are not read, or have another currency than before.
   */
  readonly refused: number
}

/** A write in progress: its platform and the version of its rows. */
export interface AdWrite {
  readonly ctx: WriteContext
  readonly source: string
  readonly version: string
}

/** The newest record of each key by fetch time; of two with the same time, the later in the list. */
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

/** Why one ad account cannot be read although others can. */
export const AdAccountProblem = z.object({
  kind: z.enum(['permission', 'account_state', 'not_found', 'changed', 'failing']),
  /** For the merchant: what happened, what it means, what to do. */
  message: z.string(),
  since: z.iso.datetime(),
})
export type AdAccountProblem = z.infer<typeof AdAccountProblem>

/** The currency of an account and the zone of its days. */
interface Basics {
  readonly name: string
  readonly currency: string
  readonly zone: string
}

/** The message for an account whose currency or zone has changed since it was chosen; else undefined. */
export function changedBasics(chosen: Basics, now: Pick<Basics, 'currency' | 'zone'>): string | undefined {
  const what = [
    ...(chosen.currency === now.currency ? [] : [`currency changed from ${chosen.currency} to ${now.currency}`]),
    ...(chosen.zone === now.zone ? [] : [`time zone changed from ${chosen.zone} to ${now.zone}`]),
  ]
  if (what.length === 0) return undefined
  return (
    `The ${what.join(' and its ')} of “${chosen.name}”. Nothing more of it was read, because days of both would be mixed; ` +
    'its data up to then stays. Save the choice of accounts once more to go on with it as it is now.'
  )
}
