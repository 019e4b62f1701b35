/** How often a request is repeated after its first try. */
export const retries = 3

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const repeatableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const firstPauseMs = 300
const longestPauseMs = 8_000
/** Whoever asks us to wait longer gets no repetition: the person would have left. */
const longestAskedMs = 30_000

/** Whether doing the request twice does what doing it once does, and its body can be sent again. */
export function isRepeatable({ method = 'GET', body }: Pick<RequestInit, 'method' | 'body'>): boolean {
  return repeatableMethods.has(method.toUpperCase()) && !(body instanceof ReadableStream)
}

/** Whether the status speaks of something that passes. */
export function mayPass(status: number): boolean {
  return retriedStatuses.has(status)
}

/** Milliseconds before the given repetition, 0 for the first: doubling, and spread so that a crowd does not come back at once. */
export function pauseBefore(repetition: number, random: () => number): number {
  const whole = Math.min(firstPauseMs * 2 ** repetition, longestPauseMs)
  return whole / 2 + (whole / 2) * random()
}

/**
 * Milliseconds that the answer asks to wait, in seconds or as a date counted from its own; undefined when it does not
 * say, null when that is longer than anybody waits.
 */
export function askedPause(headers: Headers): number | null | undefined {
  const asked = headers.get('retry-after')?.trim()
  if (asked === undefined || asked === '') return undefined
  const milliseconds = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(milliseconds)) return undefined
  return milliseconds > longestAskedMs ? null : Math.max(0, milliseconds)
}
