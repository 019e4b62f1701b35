import { randomBytes } from 'node:crypto'
import { createServerClient } from '@supabase/ssr'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { PersonId } from '@tillsight/core'
import { createAccount, makeOwner } from '../accounts.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import type { Product } from '../serve.ts'

/** Password of all test accounts. */
export const testPassword = 'correct horse battery'

/** A signed-in person, as a program with a token. */
export interface SignedInPerson {
  readonly id: PersonId
  readonly email: string
  readonly session: Session
  /** Their official client. */
  readonly auth: SupabaseClient['auth']
  /** Cookies of their browser: the session, and the proof for a return from a platform. */
  readonly cookie: string
  /** Adds the person's token and cookies, unless credentials are given. */
  headers(given?: HeadersInit): Headers
}

/** The official client, without persistent storage. */
export function openAuthClient({ runtime }: Pick<Product, 'runtime'>): SupabaseClient['auth'] {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(addressOf(runtime), runtime.auth.anonKey, { auth }).auth
}

/** Creates an account and signs in with its password. */
export async function addPerson(
  product: Pick<Product, 'runtime'>,
  email: string,
  { isOwner = false }: { readonly isOwner?: boolean } = {},
): Promise<SignedInPerson> {
  const { id } = await createAccount(product.runtime, { email, password: testPassword })
  if (isOwner) await makeOwner(product.runtime, id, 'Test organisation')
  const auth = openAuthClient(product)
  const { data, error } = await auth.signInWithPassword({ email, password: testPassword })
  if (error !== null) throw error
  const { session } = data
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
  const began = `connect-browser=${randomBytes(24).toString('base64url')}`
  const cookie = `${product.runtime.auth.cookieName}=${value}; ${began}`
  return {
    id,
    email,
    session,
    auth,
    cookie,
    headers(given) {
      const headers = new Headers(given)
      const isNamed = headers.has('authorization') || headers.has('cookie')
      if (isNamed) return headers
      headers.set('authorization', `Bearer ${session.access_token}`)
      headers.set('cookie', cookie)
      return headers
    },
  }
}

/** The person's visit, as opened for a request with their token. */
export function visitOf({ runtime }: Pick<Product, 'runtime'>, person: SignedInPerson): Visit {
  return openVisit(runtime.auth, runtime.stores.database, {
    cookies: null,
    bearer: person.session.access_token,
    userAgent: 'test',
    ip: '127.0.0.1',
    origin: runtime.own.url(),
  })
}

/** Signs in a browser: the cookies set by the official server client, as one header. */
export async function signInWithCookies({ runtime }: Pick<Product, 'runtime'>, email: string): Promise<CookieHeader> {
  const jar = new Map<string, string>()
  const { auth } = createServerClient(addressOf(runtime), runtime.auth.anonKey, {
    cookieOptions: { name: runtime.auth.cookieName },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (changes) => {
        for (const { name, value } of changes) {
          if (value === '') jar.delete(name)
          else jar.set(name, value)
        }
      },
    },
  })
  const { error } = await auth.signInWithPassword({ email, password: testPassword })
  if (error !== null) throw error
  return { auth, header: () => [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ') }
}

/** The current cookies of a browser. */
export interface CookieHeader {
  readonly auth: SupabaseClient['auth']
  header(): string
}

/** Uses the local address, since tests' public addresses do not exist. */
function addressOf({ auth, own }: Product['runtime']): string {
  return auth.isHosted ? auth.url() : own.localUrl()
}
