import { randomUUID } from 'node:crypto'
import { AppError } from '@tillsight/core'
import type { Context } from 'hono'
import { peerAddress } from '../http/peer.ts'
import { bearerOf } from '../http/visits.ts'
import { type Caller, openVisit, type Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'

/** A signed-in person who uses the official client; all factors are verified. */
export interface BackendPerson {
  readonly kind: 'person'
  readonly visit: Visit
  readonly caller: Caller
}

/** Whoever uses the official client: somebody signed in, the holder of the secret key, or anybody. */
export type BackendCaller = BackendPerson | { readonly kind: 'service' } | { readonly kind: 'anonymous' }

/** What a request shows of who sent it. */
export interface Shown {
  readonly apikey: string | undefined
  readonly bearer: string | undefined
  readonly userAgent: string
  readonly ip: string
  /** Origin of the address that was asked. */
  readonly origin: string
}

type Parts = Pick<Runtime, 'auth' | 'stores' | 'clock'>

/** Reads what a request shows. Cookies are not among it: a page of another site could send them. */
export function shownBy({ own, config }: Pick<Runtime, 'own' | 'config'>, c: Context): Shown {
  return {
    apikey: c.req.header('apikey'),
    bearer: bearerOf(c.req.header('authorization')),
    userAgent: c.req.header('user-agent') ?? '',
    ip: peerAddress(c, config.trustProxy),
    origin: own.originOf(c.req.header('host') ?? 'localhost'),
  }
}

/**
 * Who is calling. A person is checked as `/auth/v1/user` does, so that signing out works at once. Throws `unauthenticated`
 * for anything that is neither a token of a session nor a key of the project, and `forbidden` until the second factor is shown.
 */
export async function identifyCaller(parts: Parts, shown: Shown): Promise<BackendCaller> {
  const { apikey, bearer } = shown
  if (apikey !== undefined && (await keyRole(parts, apikey)) === undefined) throw unknownKey()
  // The functions client sends the key alone.
  const token = bearer ?? apikey
  if (token === undefined) return { kind: 'anonymous' }
  const role = await keyRole(parts, token)
  if (role !== undefined) return { kind: role === 'service' ? 'service' : 'anonymous' }
  const visit = openVisit(parts.auth, parts.stores.database, {
    cookies: null,
    bearer: token,
    id: randomUUID(),
    userAgent: shown.userAgent,
    ip: shown.ip,
    origin: shown.origin,
  })
  const caller = await visit.anyCaller().catch((error: unknown) => {
    throw isRefusal(error) ? refusedToken(token, parts.clock.now()) : error
  })
  if (caller.isComplete) return { kind: 'person', visit, caller }
  throw new AppError('forbidden', 'Your second factor is still to be shown.')
}

/** As {@link identifyCaller}, for doors that only people may use. */
export async function requirePerson(parts: Parts, shown: Shown): Promise<BackendPerson> {
  const caller = await identifyCaller(parts, shown)
  if (caller.kind === 'person') return caller
  if (caller.kind === 'service') {
    throw new AppError(
      'forbidden',
      'The secret key opens files only. Sign in, and send the access token of your session.',
    )
  }
  throw new AppError('unauthenticated', 'Nobody is signed in. Sign in, and send the access token of your session.', {
    details: { reason: 'missing' },
  })
}

function keyRole({ auth }: Parts, text: string): Promise<'anon' | 'service' | undefined> {
  return auth.service.keyRole(text)
}

function unknownKey(): AppError {
  return new AppError('unauthenticated', 'The “apikey” of this request is no key of this installation.')
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unauthenticated'
}

/** Says whether a refused token is merely too old, which its holder can read in it as well. */
function refusedToken(token: string, now: Date): AppError {
  const seconds = secondsSince(token, now)
  return seconds === undefined
    ? new AppError('unauthenticated', 'This access token is not valid. Sign in again.', { details: { reason: 'bad' } })
    : new AppError('unauthenticated', 'This access token has expired. Refresh the session, then try again.', {
        details: { reason: 'expired', seconds },
      })
}

/** How long ago a token expired, by what it says itself; undefined where it does not say so. */
function secondsSince(token: string, now: Date): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { exp: unknown }
    const seconds = typeof exp === 'number' ? Math.floor(now.getTime() / 1000 - exp) : -1
    return seconds >= 0 ? seconds : undefined
  } catch {
    return undefined
  }
}
