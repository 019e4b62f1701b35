/** An event as it was received; what came twice stands here twice. */
export interface ReceivedConversion {
  readonly datasetId: string
  readonly eventName: string
  readonly eventId: string
  readonly at: Date
  /** Shown among test events, and counted nowhere. */
  readonly test: string | null
  readonly isDuplicate: boolean
  readonly body: Readonly<Record<string, unknown>>
}

/** What the datasets of the accounts have received. */
export class Conversions {
  readonly received: ReceivedConversion[] = []

  /** Those that count: each once. */
  get counted(): readonly ReceivedConversion[] {
    return this.received.filter(({ test, isDuplicate }) => test === null && !isDuplicate)
  }
}
