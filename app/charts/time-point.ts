/** One bucket with what is printed about it. */
export interface TimePoint {
  readonly value: number | null
  /** The full figure. */
  readonly text: string
  /** For the axis. */
  readonly short: string
  /** For the card and the table. */
  readonly long: string
}
