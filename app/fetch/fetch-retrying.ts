// Requests of the browser that outlive a hiccup of the network or the server.
// Knows no address, no shop and no screen: whoever asks checks `ok` and reads the body.

/** How often a request is repeated after its first try. */
const retries = 3

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const repeatableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const firstPauseMs = 300
const longestPauseMs = 8_000
/** Whoever asks us to wait longer gets no repetition: the person would have left. */
const longestAskedMs = 30_000

/** A request, and how long each try may wait for the answer to begin. */
export interface RetryingInit extends RequestInit {
  /** Milliseconds, 15,000 unless told. */
  readonly timeoutMs?: number
}

/** What the machine does for it; tests hand in their own. */
export interface Surroundings {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** Runs `work` later; the returned function calls it off. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

const usualTimeoutMs = 15_000

const machine: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/**
 * Fetches, with up to three repetitions when the network fails, the answer takes too long or its status speaks of
 * something that passes. What is not safe to repeat, a POST above all, is tried once. Answers with the last response
 * whatever its status; throws what `fetch` throws, `TimeoutError` included, or the reason of an aborted signal.
 */
export async function fetchRetrying(
  input: string,
  init: RetryingInit = {},
  surroundings: Surroundings = machine,
): Promise<Response> {
  const most = isRepeatable(init) ? retries : 0
  for (let repetition = 0; ; repetition += 1) {
    const outcome = await tryOnce(input, init, surroundings)
    init.signal?.throwIfAborted()
    const asked = pauseAfter(outcome)
    if (repetition === most || asked === 'none') return finish(outcome)
    // An answer that nobody reads would hold its connection.
    await outcome.response?.body?.cancel()
    await pause(asked ?? pauseBefore(repetition, surroundings.random), init.signal, surroundings)
  }
}

/** Milliseconds that the answer asks for, undefined when it leaves that to us; `none`: no repetition. */
function pauseAfter({ response }: Outcome): number | 'none' | undefined {
  if (response === undefined) return undefined
  const asked = askedPause(response.headers)
  return asked === null || !mayPass(response.status) ? 'none' : asked
}

type Outcome =
  | { readonly response: Response; readonly failure?: never }
  | { readonly response?: never; readonly failure: unknown }

function finish({ response, failure }: Outcome): Response {
  if (response === undefined) throw failure
  return response
}

async function tryOnce(input: string, init: RetryingInit, { fetch, after }: Surroundings): Promise<Outcome> {
  const { timeoutMs = usualTimeoutMs, signal, ...request } = init
  const late = new AbortController()
  // The time-out ends with the first byte: a long download is not a failure.
  const callOff = after(timeoutMs, () => late.abort(new DOMException('No answer in time.', 'TimeoutError')))
  try {
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    return { response: await fetch(input, { ...request, signal: either }) }
  } catch (failure) {
    return { failure }
  } finally {
    callOff()
  }
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined, { after }: Surroundings): Promise<void> {
  return new Promise((done, fail) => {
    const abort = () => {
      callOff()
      fail(signal?.reason)
    }
    const callOff = after(milliseconds, () => {
      signal?.removeEventListener('abort', abort)
      done()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Whether doing the request twice does what doing it once does, and its body can be sent again. */
function isRepeatable({ method = 'GET', body }: Pick<RequestInit, 'method' | 'body'>): boolean {
  return repeatableMethods.has(method.toUpperCase()) && !(body instanceof ReadableStream)
}

/** Whether the status speaks of something that passes. */
function mayPass(status: number): boolean {
  return retriedStatuses.has(status)
}

/** Milliseconds before the given repetition, 0 for the first: doubling, and spread so that a crowd does not come back at once. */
function pauseBefore(repetition: number, random: () => number): number {
  const whole = Math.min(firstPauseMs * 2 ** repetition, longestPauseMs)
  return whole / 2 + (whole / 2) * random()
}

/**
 * Milliseconds that the answer asks to wait, in seconds or as a date counted from its own; undefined when it does not
 * say, null when that is longer than anybody waits.
 */
function askedPause(headers: Headers): number | null | undefined {
  const asked = headers.get('retry-after')?.trim()
  if (asked === undefined || asked === '') return undefined
  const milliseconds = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(milliseconds)) return undefined
  return milliseconds > longestAskedMs ? null : Math.max(0, milliseconds)
}
