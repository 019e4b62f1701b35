import { allowInsecureRequests, type CustomFetchOptions, customFetch } from 'oauth4webapi'
import type { Auth } from '../context.ts'

/** How the protocol's library reaches a provider: by the service's own requests, in clear only where that is configured. */
export function requestOptions<Body extends URLSearchParams | undefined>(auth: Auth, configuredUrl: string) {
  return {
    [customFetch]: (url: string, options: CustomFetchOptions<string, Body>) => auth.fetch(url, toInit(options)),
    [allowInsecureRequests]: isClear(configuredUrl),
  }
}

/** Throws for an address in clear text, unless the provider is configured in clear text itself. */
export function assertProtected(url: string, configuredUrl: string): void {
  const { protocol } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isClear(configuredUrl))) return
  throw new Error('a provider may only be reached by https')
}

/** Reads JSON of a provider with a person's access token. Throws for any answer but 200. */
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
