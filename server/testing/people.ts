import { randomBytes } from 'node:crypto'
import { createServerClient } from '@supabase/ssr'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { PersonId } from '@tillsight/core'
import { createAccount, makeOwner } from '../accounts.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import type { Product } from '../serve.ts'

/** The password of everybody in tests. */
export const testPassword = 'correct horse battery'

/** Somebody who has signed in, as a program with a token. */
export interface SignedInPerson {
  readonly id: PersonId
  readonly email: string
  readonly session: Session
  /** The official client that signed in. */
  readonly auth: SupabaseClient['auth']
  /** What a browser of theirs sends: its session, and what it shows when it comes back from a platform. */
  readonly cookie: string
  /** With the person's token and cookies, unless they carry one of both already. */
  headers(given?: HeadersInit): Headers
}

/** The official client, as a program uses it that keeps nothing. */
export function openAuthClient({ runtime }: Pick<Product, 'runtime'>): SupabaseClient['auth'] {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(addressOf(runtime), runtime.auth.anonKey, { auth }).auth
}

/** Makes an account and signs it in by its password. */
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

/** The person's visit, as a request with their token would open it. */
export function visitOf({ runtime }: Pick<Product, 'runtime'>, person: SignedInPerson): Visit {
  return openVisit(runtime.auth, runtime.stores.database, {
    cookies: null,
    bearer: person.session.access_token,
    userAgent: 'test',
    ip: '127.0.0.1',
    origin: runtime.own.url(),
  })
}

/** A browser that signed in: the cookies that the official server client sets, in one header. */
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

/** The cookies of a browser as they are now. */
export interface CookieHeader {
  readonly auth: SupabaseClient['auth']
  header(): string
}

/** Public addresses of tests lead nowhere. */
function addressOf({ auth, own }: Product['runtime']): string {
  return auth.isHosted ? auth.url() : own.localUrl()
}
