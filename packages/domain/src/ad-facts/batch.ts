import type { ConnectionId } from '@tillsight/core'
import type { AdRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
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

/** Why one ad account cannot be read while others can. */
export const AdAccountProblem = z.object({
  kind: z.enum(['permission', 'account_state', 'not_found', 'changed', 'failing']),
  /** For the merchant: what happened, what it means, what to do. */
  message: z.string(),
  since: z.iso.datetime(),
})
export type AdAccountProblem = z.infer<typeof AdAccountProblem>

/** What an account counts in and whose days its figures are. */
interface Basics {
  readonly name: string
  readonly currency: string
  readonly zone: string
}

/** What to tell when an account is not what it was when it was chosen; undefined while it is. */
export function changedBasics(chosen: Basics, now: Pick<Basics, 'currency' | 'zone'>): string | undefined {
  const what = [
    ...(chosen.currency === now.currency ? [] : [`currency changed from ${chosen.currency} to ${now.currency}`]),
    ...(chosen.zone === now.zone ? [] : [`time zone changed from ${chosen.zone} to ${now.zone}`]),
  ]
  if (what.length === 0) return undefined
  return (
    `The ${what.join(' and its ')} of “${chosen.name}”. Nothing more of it was read, because days of both would be mixed; ` +
    'its figures up to then stay. Save the choice of accounts once more to go on with it as it is now.'
  )
}
