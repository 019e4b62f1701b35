// Browser requests that survive short failures of the network or the server. Knows no address, shop or screen: callers check
// `ok` and read the body.

/** Retries after the first attempt. */
const retries = 3

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const repeatableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const firstPauseMs = 300
const longestPauseMs = 8_000
/** If the server asks for a longer pause there is no retry: the person would have left. */
const longestRequestedMs = 30_000

/** A request, with the timeout of each attempt until its response begins. */
export interface RetryingInit extends RequestInit {
  /** Milliseconds, 15,000 by default. */
  readonly timeoutMs?: number
}

/** Environment: timers, randomness and network; tests pass their own. */
export interface Environment {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** Runs `work` later; the returned function cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

const usualTimeoutMs = 15_000

const machine: Environment = {
  fetch: (input, init) => fetch(input, init),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/**
 * Fetches, with up to three retries when the network fails, the response is late or its status is transient. Requests that
 * are not safe to repeat, POST above all, are sent once. Returns the last response whatever its status; throws what `fetch`
 * throws, `TimeoutError` included, or the reason of an aborted signal.
 */
export async function fetchRetrying(
  input: string,
  init: RetryingInit = {},
  environment: Environment = machine,
): Promise<Response> {
  const most = isRepeatable(init) ? retries : 0
  for (let repetition = 0; ; repetition += 1) {
    const outcome = await tryOnce(input, init, environment)
    init.signal?.throwIfAborted()
    const asked = pauseAfter(outcome)
    if (repetition === most || asked === 'none') return finish(outcome)
    // A response that nobody reads would hold its connection.
    await outcome.response?.body?.cancel()
    await pause(asked ?? pauseBefore(repetition, environment.random), init.signal, environment)
  }
}

/** Milliseconds that the response asks for, undefined when it does not say; `none`: no retry. */
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

async function tryOnce(input: string, init: RetryingInit, { fetch, after }: Environment): Promise<Outcome> {
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

function pause(milliseconds: number, signal: AbortSignal | null | undefined, { after }: Environment): Promise<void> {
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

/** Whether the method is idempotent and the body can be sent again. */
function isRepeatable({ method = 'GET', body }: Pick<RequestInit, 'method' | 'body'>): boolean {
  return repeatableMethods.has(method.toUpperCase()) && !(body instanceof ReadableStream)
}

/** Whether the status is transient. */
function mayPass(status: number): boolean {
  return retriedStatuses.has(status)
}

/** Milliseconds before a retry, 0 for the first: exponential, with jitter so that clients do not all come back at once. */
function pauseBefore(repetition: number, random: () => number): number {
  const whole = Math.min(firstPauseMs * 2 ** repetition, longestPauseMs)
  return whole / 2 + (whole / 2) * random()
}

/**
 * Milliseconds from `Retry-After`, in seconds or as a date relative to the response's own; undefined when absent, null when
 * too long to wait for.
 */
function askedPause(headers: Headers): number | null | undefined {
  const asked = headers.get('retry-after')?.trim()
  if (asked === undefined || asked === '') return undefined
  const milliseconds = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(milliseconds)) return undefined
  return milliseconds > longestRequestedMs ? null : Math.max(0, milliseconds)
}
