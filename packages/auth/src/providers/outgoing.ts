import { allowInsecureRequests, type CustomFetchOptions, customFetch } from 'oauth4webapi'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { flowContext } from '../flows.ts'
import type { FlowRow } from '../users.ts'
import type { Parameters } from '../wire.ts'

/** Options for the OAuth library: requests go through the service's own client, unencrypted only where configured. */
export function requestOptions<Body extends URLSearchParams | undefined>(auth: Auth, configuredUrl: string) {
  return {
    [customFetch]: (url: string, options: CustomFetchOptions<string, Body>) => auth.fetch(url, toInit(options)),
    [allowInsecureRequests]: isClear(configuredUrl),
  }
}

/** Throws for an unencrypted address, unless the provider itself is configured with one. */
export function assertProtected(url: string, configuredUrl: string): void {
  const { protocol } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isClear(configuredUrl))) return
  throw new Error('a provider may only be reached by https')
}

/** Reads JSON from a provider with a user's access token. Throws for any response but 200. */
export async function readWithToken(auth: Auth, url: string, token: string): Promise<unknown> {
  const response = await auth.fetch(url, {
    redirect: 'manual',
    headers: { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': 'tillsight' },
  })
  if (response.status !== 200) throw new Error(`the provider answered ${response.status}`)
  return await response.json()
}

function isClear(url: string): boolean {
  return new URL(url).protocol === 'http:'
}

function toInit(options: CustomFetchOptions<string, URLSearchParams | undefined>): RequestInit {
  const { method, headers, redirect, body, signal } = options
  return { method, headers, redirect, ...(body ? { body } : {}), ...(signal ? { signal } : {}) }
}

const byCode: Readonly<Record<string, string>> = {
  signup_disabled: 'access_denied',
  user_banned: 'access_denied',
  provider_email_needs_verification: 'access_denied',
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** An error reported by a provider; its message is passed on. */
export class ProviderRefusal extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** The query parameters that describe a failure. */
export function failureParameters(error: AuthError | ProviderRefusal): Parameters {
  if (error instanceof AuthError) {
    return {
      error: byCode[error.code] ?? byStatus[error.status] ?? 'server_error',
      error_code: error.code,
      error_description: error.message,
    }
  }
  return { error: error.error, error_description: error.message }
}

const ProviderTokens = z.object({
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
})

/** A provider's own tokens, as in a token response. */
export type ProviderTokens = z.infer<typeof ProviderTokens>

/** Serialises the tokens for a flow, before encryption. */
export function writeProviderTokens(tokens: ProviderTokens): string {
  return JSON.stringify(tokens)
}

/** The tokens stored with the flow; empty for a flow without a provider. */
export function readProviderTokens(auth: Pick<Auth, 'box'>, flow: FlowRow): ProviderTokens {
  if (flow.providerTokens === null) return {}
  return ProviderTokens.parse(JSON.parse(auth.box.open(flow.providerTokens, flowContext(flow.id))))
}
