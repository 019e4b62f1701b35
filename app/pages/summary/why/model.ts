import type { Change } from '../../../charts/index.ts'
import type { TermModel } from '../model.ts'

/** A past day that moved, in a sentence. */
export interface MovedModel {
  readonly id: string
  readonly text: string
  /** Query string that opens its order; null for one that is gone. */
  readonly open: string | null
}

/** Everything there is to say about a figure of the range, printed. */
export interface WhyModel {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly text: string
  readonly change: Change | null
  /** Null without a comparison. */
  readonly before: string | null
  readonly than: string | undefined
  readonly formula: string
  readonly terms: readonly TermModel[]
  /** What counts and what does not, a sentence each. */
  readonly counting: readonly string[]
  /** Days, zone, currency, and how recent each source is. */
  readonly basis: readonly string[]
  /** Days of the range that moved after they were over, the last seen first. */
  readonly moved: readonly MovedModel[]
  /** The whole log of the range; null where it may not be seen. */
  readonly allMoves: string | null
  /** The same days beside the store's own report; null for a figure of ads. */
  readonly besideStore: string | null
  /** What lowers the trust in it. */
  readonly caveats: readonly string[]
}
