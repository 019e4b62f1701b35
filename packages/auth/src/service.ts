import { randomUUID } from 'node:crypto'
import { type Clock, isAppError } from '@tillsight/core'
import { createSecretsBox, type Database, type Jobs, type SecretsBox } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import { createCaptcha } from './captcha.ts'
import { type ApiKeys, type Auth, createHasher, deriveApiKeys, type Fetch, type ProtectedResource } from './context.ts'
import { createMailQueue, type MailMessage, type Transports } from './delivery/index.ts'
import { AuthError, errorResponse, invalid, OAuthError } from './errors.ts'
import { createKeyRing } from './key-ring.ts'
import { createLimits } from './limits/index.ts'
import {
  type Assistant,
  type AssistantView,
  listAssistants,
  readAssistant,
  servedResource,
  sweepOAuth,
} from './oauth/index.ts'
import { createPasswords, type Passwords } from './passwords/index.ts'
import { routes as allRoutes } from './routes.ts'
import { type AuthSessionView, deleteSessions, findSession, isBanned, listSessions } from './sessions.ts'
import type { AuthSettings } from './settings.ts'
import { parseSamlKey } from './sso/index.ts'
import { readKeyRole } from './tokens.ts'
import { findUser } from './users.ts'
import { type Call, type Peer, type RouteTable, toCall } from './wire.ts'

const prefix = '/auth/v1'
const deadlineMs = 10_000
/** Paths that respond even while the database is unreachable. */
const withoutKeys: ReadonlySet<string> = new Set(['/health', '/settings'])

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
} as const
const preflight = {
  ...cors,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-jwt-aud, x-client-ip, x-use-cookie, accept, mcp-protocol-version',
  'access-control-max-age': '86400',
} as const

/** Handles one request to the service. */
type Reply = (request: Request, peer: Peer) => Promise<Response>

/** The whole wire: finds the endpoint, keeps the deadline, turns failures into the protocol's errors. */
function createWire(auth: Auth, table: RouteTable = allRoutes): Reply {
  const find = compileRoutes(table)
  return async (request, peer) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflight })
    const version = request.headers.get('x-supabase-api-version') ?? undefined
    try {
      return withCors(await withDeadline(answer(request, peer)))
    } catch (error) {
      const id = randomUUID()
      return withCors(errorResponse(toWireError(error, id), version, id))
    }
  }

  async function answer(request: Request, peer: Peer): Promise<Response> {
    const call = toCall(request, peer)
    const path = new URL(request.url).pathname.replace(/^\/auth\/v1(?=\/|$)/, '')
    const off = switchedOff.find(([pattern]) => pattern.test(path))
    if (off) throw new AuthError(404, off[1], off[2])
    const found = find(request.method, path, call)
    if (!found) throw new AuthError(404, 'unknown', `There is nothing at ${prefix}${path}`)
    if (!withoutKeys.has(path)) await auth.keys.ready()
    return await found.endpoint(auth, call, found.parameters)
  }

  function toWireError(error: unknown, id: string): AuthError | OAuthError {
    if (error instanceof AuthError || error instanceof OAuthError) {
      if (error instanceof AuthError && error.status >= 500) auth.log.error({ err: error, errorId: id }, 'auth failed')
      return error
    }
    const refusal = refusalOfStore(error)
    if (refusal) {
      auth.log.warn({ err: error, errorId: id }, 'the database refused what was asked for')
      return refusal
    }
    auth.log.error({ err: error, errorId: id }, 'auth failed')
    // Clients of every version keep the session and retry after this error.
    if (isLostStore(error)) {
      return new AuthError(
        503,
        'unexpected_failure',
        'The service is not available at present, please retry after a moment.',
      )
    }
    return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
  }
}

interface Found {
  readonly endpoint: RouteTable[string]
  readonly parameters: Readonly<Record<string, string>>
}

function compileRoutes(table: RouteTable): (method: string, path: string, call: Call) => Found | undefined {
  const fixed = new Map(Object.entries(table))
  const patterns = Object.entries(table)
    .filter(([route]) => route.includes('{'))
    .map(([route, endpoint]) => {
      const [method = '', path = ''] = route.split(' ')
      return { method, endpoint, regex: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }
    })
  return (method, path, call) => {
    const exact = path === '/token' ? findGrant(method, call) : fixed.get(`${method} ${path}`)
    if (exact && !path.includes('{')) return { endpoint: exact, parameters: {} }
    for (const pattern of patterns) {
      const match = pattern.method === method ? pattern.regex.exec(path) : null
      if (match) return { endpoint: pattern.endpoint, parameters: decodeAll(match.groups ?? {}) }
    }
    return undefined
  }

  function findGrant(method: string, call: Call): RouteTable[string] | undefined {
    const grant = call.query.get('grant_type') ?? ''
    const endpoint = fixed.get(`${method} /token ${grant}`)
    if (method === 'POST' && endpoint === undefined) throw unsupportedGrant(grant)
    return endpoint
  }
}

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decode(text)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not valid percent-encoding: no id looks like this, and the endpoints will say so.
    return text
  }
}

function unsupportedGrant(grant: string): AuthError {
  return grant === 'web3'
    ? new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    : new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
}

/**
 * Endpoints that clients know but this service does not implement. Checked first, because some of these paths look like an
 * id.
 */
const switchedOff: readonly (readonly [RegExp, string, string])[] = [
  [/^\/(?:admin\/users\/[^/]+\/)?passkeys(?:\/|$)/, 'passkey_disabled', 'Passkeys are disabled'],
  [/^\/factors\/recovery-codes(?:\/|$)/, 'feature_disabled', 'Recovery codes are disabled'],
  [/^\/admin\/custom-providers(?:\/|$)/, 'feature_disabled', 'Custom providers are disabled'],
]

async function withDeadline(work: Promise<Response>): Promise<Response> {
  const timer = Promise.withResolvers<never>()
  const handle = setTimeout(() => {
    timer.reject(
      new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.'),
    )
  }, deadlineMs)
  try {
    return await Promise.race([work, timer.promise])
  } finally {
    clearTimeout(handle)
  }
}

function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
  return response
}

/** Database errors caused by the request itself: a concurrent request was first, or the text cannot be stored. */
function refusalOfStore(error: unknown): AuthError | undefined {
  const code = codeOf(error)
  // Two concurrent requests for the same thing; the other one won.
  if (code === '23505' || code === '23503') {
    return new AuthError(409, 'conflict', 'Another request changed this at the same time, please try again')
  }
  if (isAppError(error) && error.code === 'invalid_input') {
    return invalid('The request holds characters that cannot be stored')
  }
  return undefined
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/**
 * Whether the database is unreachable, starting or stopping, resolved a deadlock by aborting this call, or timed out waiting
 * for a lock.
 */
function isLostStore(error: unknown): boolean {
  if (isAppError(error)) return error.code === 'unavailable'
  const message = error instanceof Error ? error.message : ''
  return (
    /^(?:ECONN|EPIPE|ENOENT|ETIMEDOUT|08|57P|53300|40001|40P01|55P03)/.test(codeOf(error)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    )
  )
}

const dayMs = 86_400_000
const anonymousLifeMs = 30 * dayMs
const auditLifeMs = 365 * dayMs

/** The service's dependencies, passed in by the composition root. */
export interface AuthOptions {
  readonly settings: AuthSettings
  readonly database: Database
  /** The queue for mails. */
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>
  /** The installation's secret; at least 32 characters. */
  readonly secret: string
  /** What secrets are sealed with, and earlier ones that still open; the installation's secret where nothing is given. */
  readonly box?: SecretsBox
  /** Configured keys, instead of derived ones. */
  readonly apiKeys?: Partial<ApiKeys>
  /** The service's public address `/auth/v1`, without a trailing slash. Called every time: a port may be known late. */
  readonly externalUrl: () => string
  /** Where users are sent when the request names no redirect. */
  readonly siteUrl: () => string
  /**
   * The page that spends a link's `token_hash` when a button is pressed, on the site that `redirectTo` belongs to: mail
   * scanners open every link. If undefined, as for other sites, mails link to `GET /verify`, which spends the token
   * immediately.
   */
  readonly confirmPage?: (redirectTo: string) => string | undefined
  /** What assistants may be let into; without it the authorization server is off. */
  readonly resource?: ProtectedResource
  readonly transports: Transports
  /** Requests to providers; refuses addresses that outsiders must not make us reach. */
  readonly fetch: Fetch
  /** Told of what happens to accounts, in its transaction. */
  readonly onAccountEvent?: Auth['onAccountEvent']
  /** Told of attempts to sign in that failed. */
  readonly onFailedSignIn?: Auth['onFailedSignIn']
  /** Replaces the default hashing; create one per process. */
  readonly passwords?: Passwords
  readonly clock: Clock
  readonly log: Log
}

/** The embedded auth service. */
export interface AuthService {
  /** Answers a request to `/auth/v1/…`. Never throws. */
  fetch(request: Request, peer: Peer): Promise<Response>
  readonly apiKeys: ApiKeys
  /** What a key of the project stands for, also one in the form of a signed token; undefined for anything else. */
  keyRole(text: string): Promise<'anon' | 'service' | undefined>
  /** The user's devices, the latest used first; the protocol has no call for it. */
  listSessions(user: string): Promise<readonly AuthSessionView[]>
  /** Ends all sessions of the user; the protocol has no call for it. */
  endSessions(user: string): Promise<void>
  /** The session's current level, which its access token may not contain yet; undefined once the session has ended. */
  levelOf(session: string): Promise<'aal1' | 'aal2' | undefined>
  /** Whether the account is there and not banned, for what outlives its sessions. */
  mayAct(user: string): Promise<boolean>
  /** Whether people may connect assistants. */
  letsAssistantsIn(): boolean
  /** Whose token for the resource this is, if it may be used now. */
  readAssistant(token: string): Promise<Assistant | undefined>
  /** The assistants that somebody has connected, the newest first. */
  listAssistants(person: string): Promise<readonly AssistantView[]>
  /** Whether anybody has an account. */
  hasUsers(): Promise<boolean>
  /** Queues a mail of the product, which is sent like the service's own. */
  sendMail(message: MailMessage): Promise<void>
  /** Starts delivering queued mails in this process. */
  deliverMails(): Promise<void>
  /** Removes expired data and rotates the signing keys; run it every hour. */
  sweep(): Promise<void>
}

/** Assembles the service. Opens nothing by itself. Throws `invalid_input` for an invalid setting. */
export function createAuthService(options: AuthOptions): AuthService {
  const { settings, database: db, clock, log, secret, transports } = options
  // Better at the start than when the first company signs in.
  if (settings.saml.privateKey !== undefined) parseSamlKey(settings.saml.privateKey)
  const box = options.box ?? createSecretsBox({ secret })
  const hasher = createHasher(secret)
  const mails = createMailQueue({ jobs: options.jobs, box, transport: transports.mail, log })
  const auth: Auth = {
    settings,
    db,
    clock,
    log,
    box,
    hasher,
    keys: createKeyRing({ settings: settings.jwt, db, box, clock }),
    limits: createLimits({ settings, db: db.kysely, clock, hash: hasher }),
    passwords: options.passwords ?? createPasswords({ settings: settings.password, fetch: options.fetch, log }),
    captcha: settings.captcha && createCaptcha({ settings: settings.captcha, fetch: options.fetch }),
    fetch: options.fetch,
    sendMail: (message) => mails.send(message),
    sms: transports.sms,
    apiKeys: deriveApiKeys(secret, options.apiKeys),
    resource: options.resource,
    externalUrl: options.externalUrl,
    siteUrl: () => settings.siteUrl ?? options.siteUrl(),
    confirmPage: (redirectTo) => options.confirmPage?.(redirectTo),
    onAccountEvent: options.onAccountEvent,
    onFailedSignIn: options.onFailedSignIn,
  }
  return {
    fetch: createWire(auth),
    apiKeys: auth.apiKeys,
    keyRole: (text) => readKeyRole(auth, text),
    listSessions: (user) => listSessions(db.kysely, user),
    endSessions: (user) => deleteSessions(db.kysely, user, { kind: 'all' }),
    levelOf: async (session) => {
      const row = await findSession(db.kysely, session)
      return row && (row.aal === 'aal2' ? 'aal2' : 'aal1')
    },
    mayAct: async (id) => {
      const user = await findUser(db.kysely, id)
      return user !== undefined && !isBanned(user, clock.now())
    },
    letsAssistantsIn: () => servedResource(auth) !== undefined,
    readAssistant: (token) => readAssistant(auth, token),
    listAssistants: (person) => listAssistants(auth, person),
    hasUsers: async () =>
      (await db.kysely.selectFrom('authUsers').select('id').limit(1).executeTakeFirst()) !== undefined,
    sendMail: (message) => auth.sendMail(message),
    deliverMails: () => mails.handle(),
    sweep: () => sweep(auth),
  }
}

/** Deletes expired data and rotates the signing keys. */
async function sweep(auth: Auth): Promise<void> {
  const { clock, settings, limits, keys } = auth
  const db = auth.db.kysely
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await limits.sweep()
  await keys.rotate()
  const codeLifeMs = Math.max(settings.email.codeExpiresIn, settings.sms.codeExpiresIn) * 1000
  await db.deleteFrom('authOneTimeTokens').where('createdAt', '<', before(codeLifeMs)).execute()
  await db
    .deleteFrom('authFlows')
    // A mail's flow lives as long as its link, plus the lifetime of a flow.
    .where('createdAt', '<', before(codeLifeMs + settings.flowExpiresIn * 1000))
    .execute()
  await db
    .deleteFrom('authSamlRelayStates')
    .where('createdAt', '<', before(settings.saml.relayStateExpiresIn * 1000))
    .execute()
  await db.deleteFrom('authSamlAssertions').where('expiresAt', '<', now).execute()
  await db.deleteFrom('authChallenges').where('createdAt', '<', before(dayMs)).execute()
  await db.deleteFrom('authFactors').where('status', '=', 'unverified').where('createdAt', '<', before(dayMs)).execute()
  await sweepOAuth(auth)
  await db.deleteFrom('authSessions').where('notAfter', '<', before(dayMs)).execute()
  await db
    .deleteFrom('authUsers')
    .where('isAnonymous', '=', true)
    .where('createdAt', '<', before(anonymousLifeMs))
    .execute()
  await db.deleteFrom('authAudit').where('at', '<', before(auditLifeMs)).execute()
}
