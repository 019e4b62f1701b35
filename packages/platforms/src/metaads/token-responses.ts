import { z } from 'zod'
import type { ConnectionSettings } from '../contract.ts'
import type { HttpClient, HttpResponse } from '../http.ts'
import { type Asked, damaged, meaningOf, type Trouble, toFailure } from './failures.ts'
import { graphRoot } from './platform-urls.ts'
import { readJson, WireId } from './values.ts'

const ErrorBody = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.coerce.number().catch(0),
    error_subcode: z.coerce.number().nullish().catch(0),
    fbtrace_id: z.string().nullish().catch(''),
  }),
})

/** The error in a response; undefined if it has none. */
export function troubleOf(result: unknown, status: number): Trouble | undefined {
  const read = ErrorBody.safeParse(result)
  if (!read.success) return undefined
  const { message, code, error_subcode, fbtrace_id } = read.data.error
  return { code, subcode: error_subcode ?? 0, message, status, trace: fbtrace_id ?? '' }
}

const TokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number().nullish() })

/** Requests a token; its lifetime in the response is in seconds, and absent if it does not expire. */
export async function requestToken(
  http: HttpClient,
  app: ConnectionSettings,
  { form, signal, retries = 2 }: TokenRequest,
): Promise<z.infer<typeof TokenResponse>> {
  // As a form, so that neither secret nor token is ever part of an address.
  const body = new URLSearchParams({ client_id: app.appId ?? '', client_secret: app.appSecret ?? '', ...form })
  const response = await http.request({
    method: 'POST',
    url: `${graphRoot(app)}/oauth/access_token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
    repeatable: form.code === undefined,
    followsRedirects: false,
    retries,
    ...(signal === undefined ? {} : { signal }),
  })
  return readResponse(response, TokenResponse, { what: 'access' })
}

/** The credentials to exchange for a token. */
export interface TokenRequest {
  readonly form: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly retries?: number
}

/** Reads a response. Throws `ConnectorError` for Meta's errors, and for responses that are not from Meta. */
export function readResponse<T>(response: HttpResponse, shape: z.ZodType<T>, params: Asked): T {
  const result = readJson(response.body)
  const trouble = troubleOf(result, response.status)
  if (trouble) throw toFailure(trouble, params)
  const read = shape.safeParse(result)
  if (response.status < 300 && read.success) return read.data
  throw damaged(params.what, response.status)
}

const Inspection = z.object({
  data: z.object({
    app_id: WireId.nullish(),
    is_valid: z.boolean(),
    expires_at: z.number().nullish(),
    data_access_expires_at: z.number().nullish(),
    scopes: z.array(z.string()).nullish(),
    user_id: WireId.nullish(),
    error: z.object({ message: z.string().nullish(), subcode: z.coerce.number().nullish() }).nullish(),
  }),
})

/** What Meta reports about a token. */
export interface TokenState {
  readonly isValid: boolean
  /** The reason as a subcode of 190; 0 if not stated. */
  readonly subcode: number
  /** Empty: does not expire. */
  readonly expiresAt: string
  readonly dataAccessExpiresAt: string
  readonly scopes: readonly string[]
  readonly personId: string
}

/** Asks Meta, with the app's own credentials, whether a token is valid; undefined if that is not possible. */
export async function inspectToken(
  http: HttpClient,
  app: ConnectionSettings,
  { token, signal }: { readonly token: string; readonly signal?: AbortSignal },
): Promise<TokenState | undefined> {
  if (!app.appId || !app.appSecret) return undefined
  const response = await http.request({
    method: 'GET',
    url: `${graphRoot(app)}/debug_token?${new URLSearchParams({ input_token: token })}`,
    headers: { authorization: `Bearer ${app.appId}|${app.appSecret}` },
    retries: 1,
    ...(signal === undefined ? {} : { signal }),
  })
  const result = readJson(response.body)
  const trouble = troubleOf(result, response.status)
  // The token belongs to another app, or the app's secret is wrong: this says nothing about the token.
  if (trouble && meaningOf(trouble) !== 'throttled') return undefined
  const { data } = readResponse(response, Inspection, { what: 'access' })
  return {
    isValid: data.is_valid,
    subcode: data.error?.subcode ?? 0,
    expiresAt: toText(data.expires_at),
    dataAccessExpiresAt: toText(data.data_access_expires_at),
    scopes: data.scopes ?? [],
    personId: data.user_id ?? '',
  }
}

function toText(seconds: number | null | undefined): string {
  return seconds ? new Date(seconds * 1_000).toISOString() : ''
}
