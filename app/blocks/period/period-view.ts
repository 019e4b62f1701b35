import type { Day, DayRange } from '@tillsight/core/days'

/** The resolved period as the control shows it; printed by loaders. */
export interface PeriodView {
  /** `Last 30 days` or the days themselves. */
  readonly label: string
  readonly rangeText: string
  /** `vs 1 – 20 Oct 2026`; undefined without a comparison. */
  readonly than: string | undefined
  readonly range: DayRange
  readonly compare: DayRange | undefined
  readonly previous: DayRange
  /** Undefined when it would begin after today. */
  readonly next: DayRange | undefined
  readonly today: Day
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
  readonly zone: string
  readonly currency: string
}
