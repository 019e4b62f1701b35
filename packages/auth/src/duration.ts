const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const part = String.raw`(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h)`
const pattern = new RegExp(`^[+-]?(?:0|(?:${part})+)$`)
const parts = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g
/** Go keeps durations as 64-bit nanoseconds: about 292 years. */
const largestMs = 9_223_372_036_854.775

/** Milliseconds of a duration in Go's notation (`24h`, `1h30m`, `-1.5s`, `0`); undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  if (!pattern.test(text)) return undefined
  const ms = [...text.matchAll(parts)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0),
    0,
  )
  if (ms > largestMs) return undefined
  return text.startsWith('-') && ms > 0 ? -ms : ms
}
