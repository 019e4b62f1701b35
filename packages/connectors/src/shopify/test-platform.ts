import type { Clock } from '@tillsight/core'
import type { ConnectionSettings, ConnectorContext, Renew } from '../contract.ts'
import type { HttpClient, HttpRequest } from '../http.ts'
import { memoryPauses } from '../pauses.testing.ts'

/** One answer, and what of the request it may depend on. */
export type Reply = (request: HttpRequest) => {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** A platform of hand-written answers, with everything that it was asked. */
export interface TestPlatform {
  readonly http: HttpClient
  readonly requests: HttpRequest[]
  /** Pauses that were made, milliseconds. */
  readonly pauses: number[]
}

/** Answers one request after the other; the last answer stays. */
export function answering(...replies: readonly Reply[]): TestPlatform {
  const requests: HttpRequest[] = []
  const pauses: number[] = []
  const http: HttpClient = {
    async request(request) {
      const reply = replies[Math.min(requests.length, replies.length - 1)]
      requests.push(request)
      if (reply === undefined) throw new Error('nothing is answered')
      const { status, body, headers = {} } = reply(request)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { status, headers, url: request.url, body: Buffer.from(text) }
    },
    async pause(ms) {
      pauses.push(ms)
    },
  }
  return { http, requests, pauses }
}

/** What a connector gets; what is renewed is kept and handed to whoever comes with spent values. */
export function contextOf(
  http: HttpClient,
  settings: ConnectionSettings,
  { app = {}, clock }: { readonly app?: ConnectionSettings; readonly clock: Clock },
): ConnectorContext & { stored(): ConnectionSettings } {
  let stored = settings
  const renew: Renew = async (spent, grant) => {
    const isSpent = Object.entries(spent).every(([key, value]) => stored[key] === value)
    if (isSpent) stored = { ...stored, ...(await grant(stored)) }
    return stored
  }
  const signal = new AbortController().signal
  const time = { clock, pauses: memoryPauses(clock), since: '2026-01-01T00:00:00Z' }
  return { settings, app, renew, http, signal, ...time, stored: () => stored }
}
