/** An order that was sent to an ad platform. */
export interface ReceivedEvent {
  readonly eventId: string
  readonly at: Date
  /** Shown among test events, and counted nowhere. */
  readonly test: string | null
  readonly body: Readonly<Record<string, unknown>>
}

const togetherMs = 48 * 3_600_000

/** The events that a platform received; duplicates are included. */
export class Conversions<Event extends ReceivedEvent> {
  readonly received: (Event & { readonly isDuplicate: boolean })[] = []

  /** The counted events, each once. */
  get counted(): readonly (Event & { readonly isDuplicate: boolean })[] {
    return this.received.filter(({ test, isDuplicate }) => test === null && !isDuplicate)
  }

  /** Stores an event. A similar one with the same id within two days is a duplicate. */
  receive(event: Event, isAlike: (other: Event) => boolean): void {
    const isDuplicate = this.received.some(
      (one) =>
        event.eventId !== '' &&
        one.test === null &&
        one.eventId === event.eventId &&
        event.at.getTime() - one.at.getTime() <= togetherMs &&
        isAlike(one),
    )
    this.received.push({ ...event, isDuplicate })
  }
}

/** Whether every value that was sent is a SHA-256 in hex; nothing sent is well, too. */
export function areHashed(sent: unknown): boolean {
  const values: readonly unknown[] = sent === undefined ? [] : [sent].flat()
  return values.every((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))
}
