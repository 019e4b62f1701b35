import type { ClaimChoice } from '../../blocks/claims/claim-choices.ts'
import type { FreshnessModel, WidgetLoad } from './model.ts'
import type { SummaryCatalogue } from './summary-catalogue.ts'

/** What there is to show in every widget. */
export interface SummaryModel {
  readonly catalogue: SummaryCatalogue
  /** By what a widget shows; those that take longer follow on their own and never reject. */
  readonly contents: Readonly<Record<string, WidgetLoad | Promise<WidgetLoad>>>
  /** By which rules claims can be counted, by section. */
  readonly claims: Readonly<Record<string, readonly ClaimChoice[]>>
  /** By section; sections that are not connected have none. */
  readonly freshness: Readonly<Record<string, FreshnessModel>>
  /** Nothing was booked in the range, nor in the one it is compared with. */
  readonly isEmpty: boolean
  /** Some days of the range are not loaded yet. */
  readonly isPartial: boolean
  /** Sentences about the answer: partial days, missing rates. */
  readonly warnings: readonly string[]
  /** The figures could not be asked for at all: what to tell instead of them. */
  readonly failure: string | undefined
}
