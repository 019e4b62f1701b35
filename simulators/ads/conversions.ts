/** An order that an ad platform was told of. */
export interface ReceivedEvent {
  readonly eventId: string
  readonly at: Date
  /** Shown among test events, and counted nowhere. */
  readonly test: string | null
  readonly body: Readonly<Record<string, unknown>>
}

const togetherMs = 48 * 3_600_000

/** What a platform was told of, as it was received: what came twice stands here twice. */
export class Conversions<Event extends ReceivedEvent> {
  readonly received: (Event & { readonly isDuplicate: boolean })[] = []

  /** Those that count: each once. */
  get counted(): readonly (Event & { readonly isDuplicate: boolean })[] {
    return this.received.filter(({ test, isDuplicate }) => test === null && !isDuplicate)
  }

  /** Keeps an event. One that is alike and came with the same id within two days is known already. */
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
