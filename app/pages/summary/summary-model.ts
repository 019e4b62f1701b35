import type { ClaimChoice } from '../../blocks/claims/claim-choices.ts'
import type { FreshnessModel, WidgetLoad } from './model.ts'
import type { SummaryCatalogue } from './summary-catalogue.ts'

/** Contents of all widgets. */
export interface SummaryModel {
  readonly catalogue: SummaryCatalogue
  /** By content id; slow ones are promises that never reject. */
  readonly contents: Readonly<Record<string, WidgetLoad | Promise<WidgetLoad>>>
  /** Attribution settings for platform-reported conversions, by section. */
  readonly claims: Readonly<Record<string, readonly ClaimChoice[]>>
  /** By section; absent for sections that are not connected. */
  readonly freshness: Readonly<Record<string, FreshnessModel>>
  /** No bookings in the range or its comparison. */
  readonly isEmpty: boolean
  /** Some days of the range are not loaded yet. */
  readonly isPartial: boolean
  /** Warnings of the result: partial days, missing rates. */
  readonly warnings: readonly string[]
  /** The query failed altogether: a message instead of the figures. */
  readonly failure: string | undefined
}
