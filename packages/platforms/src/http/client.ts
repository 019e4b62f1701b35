import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@tillsight/core'
import { type ConnectorError, isConnectorError } from '../failures.ts'
import type { HttpClient, HttpRequest, HttpResponse, Verdict } from '../http.ts'
import type { Resolve } from './addresses.ts'
import { adaptivePace, freePace, gentlePace, type Pace, type PaceOptions } from './pace.ts'
import { createRecorder, type Recorder, redactUrl } from './recording.ts'
import { nextAddress, signFor } from './redirects.ts'
import {
  isRepeatable,
  judgeStatus,
  retrySteps,
  throttledPauseMs,
  transientPauseMs,
  usualLongestPauseMs,
} from './retry.ts'
import { createTransport, type Transport } from './transport.ts'
import { isCertificateCode, readCertificateDates, toTransportFailure, transportCode } from './transport-failures.ts'

/** How a client behaves, and its dependencies. */
export interface HttpClientOptions {
  readonly log: HttpLog
  readonly clock: Clock
  /** `Tillsight/1.2 (+https://…)`: shields block empty and library-default agents. */
  readonly userAgent: string
  /** The public IP addresses of outgoing requests, if the operator knows them; shown to merchants for allow-lists. */
  readonly egressAddresses?: readonly string[]
  readonly allowPrivateAddresses?: boolean
  /** Default: WooCommerce's gentle pace. `off` for benchmarks. One client serves one connection. */
  readonly pace?: PaceOptions | 'off'
  /** Keeps every exchange in a folder, secrets removed. */
  readonly record?: { readonly folder: string }
  readonly maxBodyBytes?: number
  /** Connections to one host at once; defaults to 8. */
  readonly maxSockets?: number
  /**
   * A request waits no longer than this before a retry: after that its last response is returned. Defaults to five minutes
   * plus jitter.
   */
  readonly longestPauseMs?: number
  /** Certificate authorities to trust instead of the system's, PEM. */
  readonly certificateAuthority?: string
  /** For tests: pauses, elapsed milliseconds, randomness, name lookup. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly stopwatch?: () => number
  readonly random?: () => number
  readonly resolve?: Resolve
}

/** A client that keeps connections open until it is closed. */
export interface OwnedHttpClient extends HttpClient {
  close(): void
}

const defaultTimeoutMs = 60_000
const mostRedirects = 5

type Outcome = { readonly response: HttpResponse } | { readonly error: ConnectorError; readonly code: string }

/** The client of one connection, which retries by failure class. */
export function createHttpClient(options: HttpClientOptions): OwnedHttpClient {
  const sleep = options.sleep ?? sleepFor
  const stopwatch = options.stopwatch ?? (() => performance.now())
  const random = options.random ?? Math.random
  const transport = createTransport({
    allowPrivateAddresses: options.allowPrivateAddresses ?? false,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024 * 1024,
    maxSockets: options.maxSockets,
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
    ...(options.certificateAuthority === undefined ? {} : { certificateAuthority: options.certificateAuthority }),
  })
  const pace = createPace(options.pace, { stopwatch, sleep })
  const recorder = options.record === undefined ? undefined : createRecorder(options.record.folder)
  const attempt = createAttempt({ options, transport, pace, recorder, stopwatch })
  const longestPauseMs = options.longestPauseMs ?? usualLongestPauseMs

  return {
    identity: { userAgent: options.userAgent, egressAddresses: options.egressAddresses ?? [] },
    async request(request) {
      const most = request.retries ?? retrySteps
      for (let tried = 0; ; tried += 1) {
        const outcome = await attempt(request)
        const verdict = judge(request, outcome)
        if (verdict === 'throttled') pace.slowDown()
        const pauseMs =
          tried < most && verdict !== 'final'
            ? pauseAfter(verdict, outcome, { tried, random, now: options.clock.now() })
            : undefined
        if (pauseMs === undefined || pauseMs > longestPauseMs) return unwrap(outcome)
        options.log.warn(
          {
            method: request.method,
            url: redactUrl(request.url),
            verdict,
            attempt: tried + 1,
            pauseMs,
            ...reason(outcome),
          },
          'A platform did not answer properly; trying again',
        )
        await sleep(pauseMs, request.signal)
      }
    },
    pause: sleep,
    ...(pace === freePace ? {} : { lanes: () => pace.lanes() }),
    close: () => transport.close(),
  }
}

interface AttemptParts {
  readonly options: HttpClientOptions
  readonly transport: Transport
  readonly pace: Pace
  readonly recorder: Recorder | undefined
  readonly stopwatch: () => number
}

/** One attempt with its redirects. Only cancellation and failures that no retry can cure reject. */
function createAttempt({ options, transport, pace, recorder, stopwatch }: AttemptParts) {
  const headers = {
    'user-agent': options.userAgent,
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
  }

  const paced = async (request: HttpRequest, url: string, signed: Readonly<Record<string, string>>) => {
    const leave = await pace.enter(request.signal)
    const began = stopwatch()
    let stressed = true
    try {
      const result = await transport.send({
        method: request.method,
        url,
        headers: { ...headers, ...signed },
        body: request.bytes ?? request.body,
        timeoutMs: request.timeoutMs ?? defaultTimeoutMs,
        signal: request.signal,
      })
      stressed = result.status === 429 || result.status >= 500
      options.log.debug(
        {
          method: request.method,
          url: redactUrl(url),
          status: result.status,
          ms: Math.round(stopwatch() - began),
          bytes: result.body.length,
        },
        'A platform answered',
      )
      return result
    } finally {
      leave({ stressed, alike: request.alike })
    }
  }

  const follow = async (request: HttpRequest, trail: { url: string }): Promise<HttpResponse> => {
    for (let hops = 0; ; hops += 1) {
      const { url } = trail
      const sent = signFor(request, url)
      const result = await paced(request, sent.url, sent.headers)
      const next = hops < mostRedirects ? nextAddress(request, sent, result) : undefined
      if (next === undefined) {
        const response = { status: result.status, headers: result.headers, url, body: result.body }
        await recorder?.keep(request, response)
        return response
      }
      trail.url = next
    }
  }

  return async (request: HttpRequest): Promise<Outcome> => {
    const trail = { url: request.url }
    try {
      return { response: await follow(request, trail) }
    } catch (error) {
      request.signal?.throwIfAborted()
      if (isConnectorError(error)) throw error
      const code = transportCode(error)
      return { error: await explain(error, trail.url, transport), code }
    }
  }
}

async function explain(error: unknown, url: string, transport: Transport): Promise<ConnectorError> {
  const { hostname, port } = new URL(url)
  if (!isCertificateCode(transportCode(error))) return toTransportFailure(error, hostname)
  const dates = await readCertificateDates({ host: hostname, port: Number(port || 443), lookup: transport.lookup })
  return toTransportFailure(error, hostname, dates)
}

function judge(request: HttpRequest, outcome: Outcome): Verdict {
  if ('response' in outcome) {
    const verdict = request.judge?.(outcome.response) ?? judgeStatus(outcome.response)
    // "Too many requests" means that nothing was done; any other fault may come after the write.
    return verdict === 'transient' && !isRepeatable(request, undefined) ? 'final' : verdict
  }
  const passing = outcome.error.failure.kind === 'transient'
  return passing && isRepeatable(request, outcome.code) ? 'transient' : 'final'
}

function pauseAfter(
  verdict: 'transient' | 'throttled',
  outcome: Outcome,
  at: { readonly tried: number; readonly random: () => number; readonly now: Date },
): number | undefined {
  if (verdict === 'throttled' && 'response' in outcome) return throttledPauseMs(outcome.response, at.now)
  return transientPauseMs(at.tried, at.random())
}

function unwrap(outcome: Outcome): HttpResponse {
  if ('error' in outcome) throw outcome.error
  return outcome.response
}

function reason(outcome: Outcome): { status: number } | { code: string } {
  return 'response' in outcome ? { status: outcome.response.status } : { code: outcome.code }
}

function createPace(
  pace: HttpClientOptions['pace'],
  time: { stopwatch(): number; sleep(ms: number, signal: AbortSignal | undefined): Promise<void> },
): Pace {
  return pace === 'off' ? freePace : adaptivePace(pace ?? gentlePace, time)
}

async function sleepFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

/** Log of what the client does, in pino's format. Addresses are redacted, and bodies are never logged. */
interface HttpLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}
