import { createMailbox, createSmsTransport, createSmtpTransport, type Transports } from '@tillsight/auth'
import type { Clock } from '@tillsight/core'
import type { Database } from '@tillsight/database'
import { createHttpClient, type HttpClientOptions, type HttpRequest } from '@tillsight/platforms/connectors'
import type { Log } from '@tillsight/supervisor'
import type { Config } from '../config.ts'
import { keepsMessages } from './mailbox.ts'

const timeoutMs = 10_000
const largestBytes = 1024 * 1024

type Options = Pick<HttpClientOptions, 'log' | 'clock' | 'userAgent' | 'resolve' | 'certificateAuthority'> & {
  /** For identity providers on this machine or in the office network. */
  readonly allowPrivateAddresses: boolean
}

/** A `fetch` for identity providers, their metadata and the list of leaked passwords. */
export type OutgoingFetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` for addresses that outsiders can choose: https, public addresses only (checked after resolution, at every
 * redirect), ten seconds, one megabyte. Rejects without a complete response.
 */
export function createOutgoingFetch({ allowPrivateAddresses, ...options }: Options): OutgoingFetch {
  const client = createHttpClient({ ...options, allowPrivateAddresses, pace: 'off', maxBodyBytes: largestBytes })
  return async (url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = textOf(init.body)
    const response = await client.request({
      method: toMethod(init.method),
      url,
      ...(body === undefined ? {} : { body, headers: { ...typeOf(init.body), ...headers } }),
      ...(body === undefined ? { headers } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
      timeoutMs,
      retries: 0,
      // A redirect is then an answer like any other, which the caller takes for a refusal.
      ...(init.redirect === 'error' ? { followsRedirects: false } : {}),
      // Called for every hop, so that no redirect leaves https.
      sign: (hop) => {
        if (!allowPrivateAddresses && new URL(hop.url).protocol !== 'https:') {
          throw new TypeError(`${new URL(hop.url).origin} is not asked: only https addresses are`)
        }
        return { url: hop.url, headers: {} }
      },
    })
    const isEmpty = response.status === 204 || response.status === 304
    return new Response(isEmpty ? null : new Uint8Array(response.body), {
      status: response.status,
      headers: response.headers,
    })
  }
}

function toMethod(method = 'GET'): HttpRequest['method'] {
  const known = (['GET', 'POST', 'PUT', 'DELETE', 'HEAD'] as const).find((name) => name === method.toUpperCase())
  if (known === undefined) throw new TypeError(`No request to a provider is made with ${method}`)
  return known
}

function textOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('Requests to providers carry text or a form')
}

/** The content type that `fetch` itself would set for the body. */
function typeOf(body: RequestInit['body']): Record<string, string> {
  const form = 'application/x-www-form-urlencoded;charset=UTF-8'
  return { 'content-type': body instanceof URLSearchParams ? form : 'text/plain;charset=UTF-8' }
}

interface Parts {
  readonly config: Config
  readonly database: Database
  readonly outgoing: OutgoingFetch
  readonly clock: Clock
  readonly log: Log
}

/**
 * Messages that nobody may see are not stored: their links open accounts. A warning at startup says that emails are not sent.
 */
const nowhere: Transports['mail'] = { send: async () => undefined }

/** Transports for emails and text messages; without configuration, messages are captured for developers. */
export function createTransports({ config, database, outgoing, clock, log }: Parts): Transports {
  const { smtpUrl, mailFrom = '', sms } = config.identity
  const mailbox = createMailbox({ db: database.kysely, clock, log })
  const kept = keepsMessages(config) ? mailbox : { mail: nowhere, sms: undefined }
  return {
    mail: smtpUrl === undefined ? kept.mail : createSmtpTransport({ url: smtpUrl, from: mailFrom }),
    sms: sms === undefined ? kept.sms : createSmsTransport(sms, { fetch: outgoing, mailbox: mailbox.sms }),
  }
}
