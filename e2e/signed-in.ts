import type { BrowserContextOptions } from '@playwright/test'
import { createServerClient } from '@supabase/ssr'

/** A cookie of the product. */
export interface Cookie {
  readonly name: string
  /** Encoded, as in the browser. */
  readonly value: string
}

type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>

/** A new browser without cookies. */
export const noState: StorageState = { cookies: [], origins: [] }

/** Signs in by the official client; returns the cookies that it would set in a browser. */
export async function signIn(
  address: string,
  account: { readonly email: string; readonly password: string },
): Promise<Cookie[]> {
  const jar = new Map<string, string>()
  const { auth } = createServerClient(address, 'anon', {
    cookieOptions: { name: 'sb-localhost-auth-token' },
    cookies: {
      getAll: () => [],
      setAll: (changes) => {
        for (const { name, value } of changes) if (value !== '') jar.set(name, encodeURIComponent(value))
      },
    },
  })
  const { error } = await auth.signInWithPassword(account)
  if (error !== null) throw error
  return [...jar].map(([name, value]) => ({ name, value }))
}

/** As a Cookie header. */
export function toHeader(cookies: readonly Cookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** As the initial state of a test browser. */
export function toStorageState(cookies: readonly Cookie[]): StorageState {
  const where = {
    domain: 'localhost',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  } as const
  return { cookies: cookies.map((cookie) => ({ ...cookie, ...where })), origins: [] }
}
