import type { CookieOptionsWithName } from '@supabase/ssr'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type AuthService, createAuthService } from '@tillsight/auth'
import type { Clock } from '@tillsight/core'
import type { Database, Jobs } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import type { BrowserAuth, SignInOffers } from '../../app/identity.ts'
import type { Config } from '../config.ts'
import type { OwnAddress } from '../own-address.ts'
import { version } from '../version.ts'
import type { SessionClaims } from './claims.ts'
import { hostedOffers, ownOffers } from './offers.ts'
import { createOutgoingFetch } from './outgoing-fetch.ts'
import { createTransports } from './transports.ts'

/** The app's page for links in mails. */
const confirmPath = '/auth/confirm'
const fourHundredDaysSeconds = 34_560_000

/** Whoever the auth service should take for the caller. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string
}

/** The auth service as the product uses it: through the official clients only, embedded or hosted. */
export interface AuthDoor {
  /** The embedded service; with a hosted one it only delivers mail. */
  readonly service: AuthService
  readonly isHosted: boolean
  readonly anonKey: string
  readonly cookieName: string
  /** Address for clients on this side. */
  url(): string
  /** A `fetch` on behalf of a visitor, so that limits count them and not this server. */
  fetchAs(visitor: Visitor): typeof fetch
  /**
   * The level that a session has by now: whoever removes a factor takes the level from its sessions at once. A hosted service does
   * not tell; what the token says counts there until it runs out.
   */
  levelOf(claims: SessionClaims): Promise<'aal1' | 'aal2'>
  /** The calls that need the secret key. */
  admin(): SupabaseClient['auth']['admin']
  /** Cookies as the client sets them for a browser at this origin. */
  cookieOptions(origin: string): CookieOptionsWithName
  browser(origin: string): BrowserAuth
  offers(origin: string): Promise<SignInOffers>
}

/** What the door is made of. */
export interface AuthDoorParts {
  readonly config: Config
  readonly database: Database
  readonly jobs: Jobs
  readonly own: OwnAddress
  readonly clock: Clock
  readonly log: Log
}

/** Composes the embedded service, or leads to the hosted one. Opens nothing by itself. */
export function createAuthDoor(parts: AuthDoorParts): AuthDoor {
  const { config, own } = parts
  const { hosted } = config.identity
  const service = createService(parts)
  const anonKey = hosted?.anonKey ?? service.apiKeys.anon
  const secretKey = hosted?.serviceRoleKey ?? service.apiKeys.service
  const url = (): string => hosted?.url ?? own.url()
  const cookieName = `sb-${labelOf(hosted?.url ?? config.publicUrl ?? 'http://localhost')}-auth-token`
  const fetchAs = (visitor: Visitor): typeof fetch => {
    return async (input, init) => {
      const request = new Request(input, init)
      if (visitor.userAgent !== '') request.headers.set('user-agent', visitor.userAgent)
      return hosted === undefined ? await service.fetch(request, { address: visitor.ip }) : await fetch(request)
    }
  }
  const options = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return {
    service,
    isHosted: hosted !== undefined,
    anonKey,
    cookieName,
    url,
    fetchAs,
    async levelOf({ level, session }) {
      if (level === 'aal1' || session === undefined || hosted !== undefined) return level
      return (await service.levelOf(session)) ?? 'aal1'
    },
    admin: () =>
      createClient(url(), secretKey, {
        auth: options,
        global: { fetch: fetchAs({ ip: '127.0.0.1', userAgent: `Tillsight/${version}` }) },
      }).auth.admin,
    cookieOptions: (origin) => ({
      name: cookieName,
      path: '/',
      sameSite: 'lax',
      httpOnly: false,
      maxAge: fourHundredDaysSeconds,
      secure: origin.startsWith('https:'),
    }),
    browser: (origin) => ({
      url: hosted?.url ?? origin,
      anonKey,
      cookieName,
      isSecure: origin.startsWith('https:'),
    }),
    offers: (origin) => (hosted === undefined ? ownOffers(config, service, origin) : hostedOffers(hosted)),
  }
}

function createService({ config, database, jobs, own, clock, log }: AuthDoorParts): AuthService {
  const { settings, keys } = config.identity
  const outgoing = createOutgoingFetch({
    log,
    clock,
    userAgent: `Tillsight/${version}`,
    allowPrivateAddresses: config.allowPrivateStoreUrls,
  })
  return createAuthService({
    settings,
    database,
    jobs,
    secret: config.secret,
    apiKeys: {
      ...(keys.anon === undefined ? {} : { anon: keys.anon }),
      ...(keys.serviceRole === undefined ? {} : { service: keys.serviceRole }),
    },
    externalUrl: () => `${own.url()}/auth/v1`,
    siteUrl: () => own.url(),
    confirmPage: (redirectTo) => (own.isOwn(redirectTo) ? `${new URL(redirectTo).origin}${confirmPath}` : undefined),
    transports: createTransports({ config, database, outgoing, clock, log }),
    fetch: outgoing,
    clock,
    log,
  })
}

/** As the client names it: `https://abc.supabase.co` is `abc`. */
function labelOf(url: string): string {
  return new URL(url).hostname.split('.')[0] ?? 'localhost'
}
