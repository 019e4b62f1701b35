import type { Change } from '../../../charts/index.ts'
import type { TermModel } from '../model.ts'

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
  /** What lowers the trust in it. */
  readonly caveats: readonly string[]
}
