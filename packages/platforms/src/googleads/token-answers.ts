import { z } from 'zod'
import type { ConnectionSettings } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import type { HttpClient, HttpResponse } from '../http.ts'
import { grantDead } from './failures.ts'
import { hostsOf } from './hosts.ts'
import { isRow, textAt } from './values.ts'

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  scope: z.string().nullish(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().nullish(),
  id_token: z.string().nullish(),
})
export type TokenAnswer = z.infer<typeof TokenAnswer>

/** One request for a token. */
export interface TokenRequest {
  readonly app: ConnectionSettings
  readonly body: Readonly<Record<string, string>>
  /** A code works only once; a refresh token as often as one likes. */
  readonly repeatable: boolean
  /** E-mail address of the login, for messages. */
  readonly login?: string | undefined
  readonly isProbablyTesting?: boolean
  readonly signal?: AbortSignal
}

/** Asks Google for a token. Throws `ConnectorError`: only `invalid_grant` means that somebody has to sign in again. */
export async function requestToken(http: HttpClient, request: TokenRequest): Promise<TokenAnswer> {
  const response = await http.request({
    method: 'POST',
    url: hostsOf(request.app).token,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(request.body).toString(),
    repeatable: request.repeatable,
    followsRedirects: false,
    retries: 2,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })
  const answer = parse(response)
  const token = TokenAnswer.safeParse(answer)
  if (response.status === 200 && token.success) return token.data
  throw refusal(request, response.status, isRow(answer) ? textAt(answer, 'error') : '')
}

/** Error codes of the endpoint that are about us, not about whoever signed in. */
const ours = new Set(['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client'])

function refusal({ login, isProbablyTesting = false }: TokenRequest, status: number, code: string): ConnectorError {
  if (code === 'invalid_grant') return grantDead(login, isProbablyTesting)
  if (ours.has(code)) {
    return new ConnectorError({
      kind: 'bad_request',
      message: `Google does not accept the client ID and secret with which Tillsight signs in (${code}). Copy both again from the Google Cloud console; figures up to now are kept.`,
      status,
      platformCode: code,
    })
  }
  if (status === 429) {
    return new ConnectorError({
      kind: 'throttled',
      message: 'Google asks us to sign in less often. Reading goes on by itself in a minute.',
      retryAfterMs: 60_000,
      status,
    })
  }
  if (status >= 500 || status === 200 || code === '') {
    return new ConnectorError({
      kind: 'transient',
      message: `Google’s sign-in did not answer properly (status ${status}). It is asked again; reading goes on by itself.`,
      status,
      platformCode: 'token_endpoint',
    })
  }
  return new ConnectorError({
    kind: 'bad_request',
    message: `Google refused to give access (${code.slice(0, 60)}). Start connecting again; if that does not help, look for an update of Tillsight.`,
    status,
    platformCode: code,
  })
}

function parse({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // A page instead of an answer has no fields to read.
    return undefined
  }
}
