const minuteMs = 60_000

/**
 * An instant by our clock. What the sender's clock is off is told by when a message was sent and when it came in. It is
 * rounded to minutes: what is less may be the message's own way, and an event that is told again keeps its time. Nothing
 * happens after it is told.
 */
export function correctInstant(at: number, clock: { readonly sent: number; readonly received: number }): number {
  const off = Math.round((clock.received - clock.sent) / minuteMs) * minuteMs
  return Math.min(at + off, clock.received)
}
