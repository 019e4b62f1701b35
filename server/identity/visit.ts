import { createServerClient } from '@supabase/ssr'
import { type AuthError, isAuthRetryableFetchError, type SupabaseClient, type User } from '@supabase/supabase-js'
import { AppError, type PersonId, toPersonId } from '@tillsight/core'
import { type Database, findPerson } from '@tillsight/database'
import { createPersonReads, ensurePerson, type PersonActor, type PersonReads } from '@tillsight/domain'
import type { RequestIdentity, SignedIn } from '../../app/identity.ts'
import type { AuthDoor } from './auth-door.ts'
import { openCookieJar, readClaims } from './cookie-jar.ts'

/** Path of a person's picture; it changes with the picture, so that browsers may cache it. */
function picturePath(person: string, fingerprint: string): string {
  return `/account/picture/${person}/${fingerprint}`
}

/** The parts of a request that identify the caller. */
export interface VisitRequest {
  readonly cookies: string | null
  /** A token that was sent instead of cookies. */
  readonly bearer: string | undefined
  readonly userAgent: string
  /** Address of the visitor. */
  readonly ip: string
  /** Id of the request. */
  readonly id?: string | undefined
  /** Origin of the visitor's address bar: `https://stats.example.com`. */
  readonly origin: string
  /** The shop that the address names, by domain or id: it is read along with the person. */
  readonly shop?: string | undefined
}

/** A signed-in person, with all factors verified. */
export interface Caller {
  readonly id: PersonId
  readonly user: User
  readonly level: 'aal1' | 'aal2'
  /** Id of the session. */
  readonly session: string | undefined
  readonly isComplete: boolean
  /** The access token. */
  readonly token: string
}

/** A visit of an administrator who looks in as somebody. */
export interface OpenSupport {
  readonly id: string
  /** As whom. */
  readonly person: PersonId
  readonly name: string
  readonly organisation: string
  readonly endsAt: Date
  readonly actor: PersonActor
}

/** The identity of one request, and its changes to the browser's cookies. */
export interface Visit {
  readonly identity: RequestIdentity
  readonly request: VisitRequest
  /** Throws `unauthenticated` for a visitor, and until the second factor is verified. */
  caller(): Promise<Caller>
  /** As {@link caller}, whether or not the second factor is verified. */
  anyCaller(): Promise<Caller>
  /** What the request reads of the person who makes it. */
  readsOf(person: PersonId): PersonReads
  /** Set while an administrator looks in: everything is then read as somebody else, and nothing changed. */
  readonly support: OpenSupport | undefined
  /** Looks in from now on. */
  lookIn(support: OpenSupport | undefined): void
  /** Adds changed cookies to the response. */
  writeTo(headers: Headers): void
}

/** Opens the visit of one request. Makes no calls before they are needed. */
export function openVisit(door: AuthDoor, database: Database, request: VisitRequest): Visit {
  let known: Promise<Caller | undefined> | undefined
  let shown: Promise<SignedIn | undefined> | undefined
  let reads: { readonly person: PersonId; readonly of: PersonReads } | undefined
  const forget = (): void => {
    known = undefined
    shown = undefined
    reads = undefined
  }
  const jar = openCookieJar(request.bearer === undefined ? request.cookies : null, forget)
  let client: SupabaseClient['auth'] | undefined
  const auth = (): SupabaseClient['auth'] => {
    client ??= createServerClient(door.url(), door.anonKey, {
      cookies: { getAll: () => jar.getAll(), setAll: (...changes) => jar.setAll(...changes) },
      cookieOptions: door.cookieOptions(request.origin),
      global: { fetch: door.fetchAs(request) },
    }).auth
    return client
  }
  const look = async (): Promise<Caller | undefined> => {
    const isSomebody = request.bearer !== undefined || (await jar.holds(door.cookieName))
    if (!isSomebody) return undefined
    const takeBack = jar.note()
    try {
      return await readCaller(door, auth(), request.bearer)
    } catch (error) {
      // The client also drops sessions that are still valid: restores the cookies.
      takeBack()
      throw error
    }
  }
  const find = (): Promise<Caller | undefined> => {
    known ??= look()
    return known
  }
  const readsOf = (person: PersonId): PersonReads => {
    if (reads?.person !== person) reads = { person, of: createPersonReads(database.kysely, person, request.shop) }
    return reads.of
  }
  let support: OpenSupport | undefined
  const anyCaller = async (): Promise<Caller> => (await find()) ?? refuse(request)
  return {
    request,
    get support() {
      return support
    },
    lookIn(visit) {
      support = visit
    },
    identity: {
      get auth() {
        if (support) throw lookingIn()
        return auth()
      },
      async person() {
        const caller = await find()
        if (support && caller) return await showVisited(database, support, caller)
        shown ??= caller === undefined ? Promise.resolve(undefined) : showPerson(database, readsOf(caller.id), caller)
        return await shown
      },
      offers: () => door.offers(request.origin),
      browser: door.browser(request.origin),
    },
    anyCaller,
    readsOf,
    async caller() {
      const caller = await anyCaller()
      if (caller.isComplete) return caller
      throw new AppError(
        'unauthenticated',
        'Your two-step verification is not finished yet. Finish signing in, then try again.',
      )
    },
    writeTo: (headers) => jar.writeTo(headers),
  }
}

async function readCaller(
  door: AuthDoor,
  auth: SupabaseClient['auth'],
  bearer: string | undefined,
): Promise<Caller | undefined> {
  const { data, error } = await auth.getUser(bearer)
  if (error !== null) {
    if (isOutage(error)) throw unavailable(error)
    return undefined
  }
  const token = bearer ?? (await auth.getSession()).data.session?.access_token
  if (token === undefined) return undefined
  const { user } = data
  const claims = readClaims(token)
  const { session } = claims
  const level = await door.levelOf(claims)
  const hasFactor = hasVerifiedFactor(user)
  return { id: toPersonId(user.id), user, level, session, isComplete: level === 'aal2' || !hasFactor, token }
}

function hasVerifiedFactor({ factors }: User): boolean {
  return factors?.some(({ status }) => status === 'verified') ?? false
}

/** Statuses of a busy service: timeout, conflict, too early, rate limit. */
const busy: ReadonlySet<number> = new Set([408, 409, 425, 429])

/** An outage, or a busy moment, does not invalidate a session. */
function isOutage(error: AuthError): boolean {
  const status = error.status ?? 0
  return isAuthRetryableFetchError(error) || error.name === 'AuthUnknownError' || status >= 500 || busy.has(status)
}

function unavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'The sign-in service does not answer right now. You are still signed in; try again in a moment.',
    { cause },
  )
}

function refuse({ bearer }: VisitRequest): never {
  throw new AppError(
    'unauthenticated',
    bearer === undefined
      ? 'Nobody is signed in. Sign in on this site, or send “Authorization: Bearer” with an access token.'
      : 'This access token is not valid any more. Get a new one by refreshing the session, or sign in again.',
  )
}

/** The refusal of what is the visited person's own, and of what is the administrator's while they look in. */
export function lookingIn(): AppError {
  return new AppError(
    'forbidden',
    'You are looking in as somebody else: accounts are not part of what is shown. End looking in first.',
    { details: { reason: 'support' } },
  )
}

/** Who is looked in as; in the language of whoever looks. */
async function showVisited(database: Database, support: OpenSupport, caller: Caller): Promise<SignedIn> {
  const { person, name, organisation, endsAt } = support
  const [visited, admin] = await Promise.all([
    findPerson(database.kysely, person),
    findPerson(database.kysely, caller.id),
  ])
  return {
    id: person,
    email: visited?.email ?? '',
    phone: '',
    name: visited?.name ?? '',
    avatarUrl: null,
    level: caller.level,
    isComplete: caller.isComplete,
    language: admin?.language ?? '',
    support: { name, organisation, endsAt: endsAt.toISOString() },
  }
}

/** Updates the person's record from the auth service, and returns it. */
async function showPerson(database: Database, reads: PersonReads, caller: Caller): Promise<SignedIn> {
  const { user, id, level, isComplete } = caller
  const { person, picture } = await reads.entry()
  const row = await ensurePerson({ queries: database.kysely }, toSignedInUser(caller), person)
  if (row !== person) reads.forget()
  return {
    id,
    email: user.email ?? '',
    phone: user.phone ?? '',
    name: row.name,
    avatarUrl: picture === undefined ? null : picturePath(id, picture),
    level,
    isComplete,
    language: row.language,
  }
}

function toSignedInUser({ id, user }: Caller): Parameters<typeof ensurePerson>[1] {
  const { full_name: fullName, name } = user.user_metadata
  const isConfirmed = user.email !== undefined && user.email_confirmed_at !== undefined
  return {
    id,
    hasFactor: hasVerifiedFactor(user),
    confirmedEmail: isConfirmed ? (user.email ?? '') : '',
    name: [fullName, name].find((text): text is string => typeof text === 'string') ?? '',
  }
}
