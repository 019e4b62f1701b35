import type { Change } from '../../../charts/index.ts'
import type { TermModel } from '../model.ts'

/** A change of a past day, in a sentence. */
export interface MovedModel {
  readonly id: string
  readonly text: string
  /** Query string that opens its order; null for a deleted one. */
  readonly open: string | null
}

/** The explanation of a figure, printed. */
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
  /** What is counted and what is not, one sentence each. */
  readonly counting: readonly string[]
  /** Days, time zone, currency, and the freshness of each source. */
  readonly basis: readonly string[]
  /** Changes of past days in the range, most recent first. */
  readonly moved: readonly MovedModel[]
  /** Link to the change log of the range; null for people who may not see it. */
  readonly allMoves: string | null
  /** Link to the reconciliation with the store's own report; null for an ad metric. */
  readonly besideStore: string | null
  /** Reasons for caution. */
  readonly caveats: readonly string[]
}

/** Why a figure of profit changed, printed. */
export interface CausesModel {
  readonly title: string
  readonly heads: readonly [cause: string, change: string]
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly text: string
    /** Query string that opens a figure whose rows show the cause. */
    readonly open: string
  }[]
  /** What the rows add up to: the change of the figure, or of what a margin is a share of. */
  readonly total: { readonly label: string; readonly text: string }
  /** Link to the same days in profit and loss, with products, channels and customers. */
  readonly whole: { readonly label: string; readonly to: string }
}
