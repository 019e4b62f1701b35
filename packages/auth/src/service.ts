import type { Clock } from '@tillsight/core'
import { createSecretsBox, type Database, type Jobs } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import { createWire } from './app.ts'
import { createCaptcha } from './captcha.ts'
import { type ApiKeys, type Auth, createHasher, deriveApiKeys, type Fetch } from './context.ts'
import { createMailQueue, type MailMessage, type Transports } from './delivery/index.ts'
import { createKeyRing } from './key-ring.ts'
import { createLimits } from './limits/index.ts'
import { createPasswords, type Passwords } from './passwords/index.ts'
import { type AuthSessionView, findSession, listSessions } from './sessions.ts'
import type { AuthSettings } from './settings.ts'
import { parseSamlKey } from './sso/index.ts'
import type { Peer } from './wire.ts'

const dayMs = 86_400_000
const anonymousLifeMs = 30 * dayMs
const auditLifeMs = 365 * dayMs

/** What the service is made of; the composition root hands it in. */
export interface AuthOptions {
  readonly settings: AuthSettings
  readonly database: Database
  /** Where mails wait. */
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>
  /** The installation's secret; at least 32 characters. */
  readonly secret: string
  /** Keys that are given instead of derived ones. */
  readonly apiKeys?: Partial<ApiKeys>
  /** Where callers reach `/auth/v1`, without a trailing slash. Asked for each time: a port may be known late. */
  readonly externalUrl: () => string
  /** Where people land without another address. */
  readonly siteUrl: () => string
  /**
   * The page that spends a link's `token_hash` when a button is pressed, of the site that `redirectTo` belongs to: programs that
   * look through mail open every link. Undefined, as for other sites: mails lead to `GET /verify`, which spends at once.
   */
  readonly confirmPage?: (redirectTo: string) => string | undefined
  readonly transports: Transports
  /** Requests to providers; refuses addresses that nobody outside may have us reach. */
  readonly fetch: Fetch
  /** Instead of the usual hashing; one per process. */
  readonly passwords?: Passwords
  readonly clock: Clock
  readonly log: Log
}

/** The embedded auth service. */
export interface AuthService {
  /** Answers a request to `/auth/v1/…`. Never throws. */
  fetch(request: Request, peer: Peer): Promise<Response>
  readonly apiKeys: ApiKeys
  /** The user's devices, the latest used first; the protocol has no call for it. */
  listSessions(user: string): Promise<readonly AuthSessionView[]>
  /** The level of a session by now, which its access token may not know yet; undefined when it has been ended. */
  levelOf(session: string): Promise<'aal1' | 'aal2' | undefined>
  /** Whether anybody has an account. */
  hasUsers(): Promise<boolean>
  /** Takes a mail of the product over; it goes out like the service's own. */
  sendMail(message: MailMessage): Promise<void>
  /** Lets this process deliver the mails that wait. */
  deliverMails(): Promise<void>
  /** Removes what has expired and turns the signing keys; run it every hour. */
  sweep(): Promise<void>
}

/** Puts the service together. Opens nothing by itself. Throws `invalid_input` for a setting that only shows here. */
export function createAuthService(options: AuthOptions): AuthService {
  const { settings, database: db, clock, log, secret, transports } = options
  // Better at the start than when the first company signs in.
  if (settings.saml.privateKey !== undefined) parseSamlKey(settings.saml.privateKey)
  const box = createSecretsBox({ secret })
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
    externalUrl: options.externalUrl,
    siteUrl: () => settings.siteUrl ?? options.siteUrl(),
    confirmPage: (redirectTo) => options.confirmPage?.(redirectTo),
  }
  return {
    fetch: createWire(auth),
    apiKeys: auth.apiKeys,
    listSessions: (user) => listSessions(db.kysely, user),
    levelOf: async (session) => {
      const row = await findSession(db.kysely, session)
      return row && (row.aal === 'aal2' ? 'aal2' : 'aal1')
    },
    hasUsers: async () =>
      (await db.kysely.selectFrom('authUsers').select('id').limit(1).executeTakeFirst()) !== undefined,
    sendMail: (message) => auth.sendMail(message),
    deliverMails: () => mails.handle(),
    sweep: () => sweep(auth),
  }
}

/** Removes what nobody can use any more, and turns the signing keys. */
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
    // A flow of a mail waits as long as its link, and then the time of a flow.
    .where('createdAt', '<', before(codeLifeMs + settings.flowExpiresIn * 1000))
    .execute()
  await db
    .deleteFrom('authSamlRelayStates')
    .where('createdAt', '<', before(settings.saml.relayStateExpiresIn * 1000))
    .execute()
  await db.deleteFrom('authSamlAssertions').where('expiresAt', '<', now).execute()
  await db.deleteFrom('authChallenges').where('createdAt', '<', before(dayMs)).execute()
  await db.deleteFrom('authFactors').where('status', '=', 'unverified').where('createdAt', '<', before(dayMs)).execute()
  await db.deleteFrom('authSessions').where('notAfter', '<', before(dayMs)).execute()
  await db
    .deleteFrom('authUsers')
    .where('isAnonymous', '=', true)
    .where('createdAt', '<', before(anonymousLifeMs))
    .execute()
  await db.deleteFrom('authAudit').where('at', '<', before(auditLifeMs)).execute()
}
