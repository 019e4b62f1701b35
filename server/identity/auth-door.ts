import type { CookieOptionsWithName } from '@supabase/ssr'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import {
  type AuthService,
  createAuthService,
  type MailTransport,
  type ProtectedResource,
  type Transports,
} from '@tillsight/auth'
import { AppError, type Clock } from '@tillsight/core'
import { createSecretsBox, type Database, type Jobs } from '@tillsight/database'
import { assistantScopes } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import { z } from 'zod'
import type { BrowserAuth, SignInOffers } from '../../app/identity.ts'
import { recordAccountEvent, recordFailedSignIn } from '../account-events.ts'
import type { Config, HostedAuth } from '../config.ts'
import type { OwnAddress } from '../own-address.ts'
import { mcpPath } from '../own-address.ts'
import { version } from '../version.ts'
import type { SessionClaims } from './cookie-jar.ts'
import { withMailLog } from './mail-log.ts'
import { mailboxPath, showsMailbox } from './mailbox.ts'
import { createOutgoingFetch, createTransports, type OutgoingFetch } from './transports.ts'

const providerLabels: Readonly<Record<string, string>> = {
  apple: 'Apple',
  azure: 'Microsoft',
  facebook: 'Facebook',
  github: 'GitHub',
  google: 'Google',
  oidc: 'Single sign-on',
}

const Settings = z.object({
  external: z.record(z.string(), z.boolean()).catch({}),
  disable_signup: z.boolean().catch(false),
  saml_enabled: z.boolean().catch(false),
})

const hostedTimeoutMs = 5_000
const notProviders = new Set(['email', 'phone', 'anonymous_users'])

/** The app's page for emailed links. */
const confirmPath = '/auth/confirm'
/** The app's page on which people let an assistant in. */
const consentPath = '/connect-assistant'
const fourHundredDaysSeconds = 34_560_000

/** The client that the auth service should see as the caller. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string
}

/** The auth service as the product uses it: through the official clients only, embedded or hosted. */
export interface AuthDoor {
  /** The embedded service; with a hosted one it only delivers mail. */
  readonly service: AuthService
  readonly isHosted: boolean
  /** Hands a mail to the mail server at once, without a queue. */
  readonly mail: MailTransport
  readonly anonKey: string
  readonly cookieName: string
  /** Address for clients in this process. */
  url(): string
  /** A `fetch` on behalf of a visitor, so that limits count them and not this server. */
  fetchAs(visitor: Visitor): typeof fetch
  /**
   * The session's current assurance level: removing a factor lowers that of its sessions at once. A hosted service does not
   * report it; there the token's level counts until it expires.
   */
  levelOf(claims: SessionClaims): Promise<'aal1' | 'aal2'>
  /** The admin API, which needs the secret key. */
  admin(): SupabaseClient['auth']['admin']
  /** Cookies as the client sets them for a browser at this origin. */
  cookieOptions(origin: string): CookieOptionsWithName
  browser(origin: string): BrowserAuth
  offers(origin: string): Promise<SignInOffers>
}

/** Dependencies of the auth service. */
export interface AuthDoorParts {
  readonly config: Config
  readonly database: Database
  readonly jobs: Jobs
  readonly own: OwnAddress
  readonly clock: Clock
  readonly log: Log
}

/** Sets up the embedded service, or a client of the hosted one. Opens nothing by itself. */
export function createAuthDoor(parts: AuthDoorParts): AuthDoor {
  const { config, own } = parts
  const { hosted } = config.identity
  const outgoing = createOutgoingFetch({
    log: parts.log,
    clock: parts.clock,
    userAgent: `Tillsight/${version}`,
    allowPrivateAddresses: config.allowPrivateStoreUrls,
  })
  const transports = withMailLog(createTransports({ ...parts, outgoing }), parts)
  const service = createService(parts, { transports, outgoing })
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
    mail: transports.mail,
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

interface Ways {
  readonly transports: Transports
  readonly outgoing: OutgoingFetch
}

function createService(
  { config, database, jobs, own, clock, log }: AuthDoorParts,
  { transports, outgoing }: Ways,
): AuthService {
  const { settings, keys } = config.identity
  return createAuthService({
    settings,
    database,
    jobs,
    secret: config.secret,
    box: createSecretsBox(config.sealing),
    apiKeys: {
      ...(keys.anon === undefined ? {} : { anon: keys.anon }),
      ...(keys.serviceRole === undefined ? {} : { service: keys.serviceRole }),
    },
    externalUrl: () => `${own.url()}/auth/v1`,
    siteUrl: () => own.url(),
    confirmPage: (redirectTo) => (own.isOwn(redirectTo) ? `${new URL(redirectTo).origin}${confirmPath}` : undefined),
    ...(config.identity.hosted === undefined ? { resource: assistantsResource(own) } : {}),
    transports,
    onAccountEvent: (queries, event) => recordAccountEvent({ queries, clock }, event),
    onFailedSignIn: (attempt) => recordFailedSignIn({ queries: database.kysely, clock }, attempt),
    fetch: outgoing,
    clock,
    log,
  })
}

/** What assistants get tokens for: the MCP server, and nothing else. */
function assistantsResource(own: OwnAddress): ProtectedResource {
  return {
    url: () => `${own.url()}${mcpPath}`,
    scopes: assistantScopes,
    leastScope: 'metrics:read',
    consentPage: () => `${own.url()}${consentPath}`,
  }
}

/** The client's name for a project: `abc` for `https://abc.supabase.co`. */
function labelOf(url: string): string {
  return new URL(url).hostname.split('.')[0] ?? 'localhost'
}

/** Sign-in methods that the embedded service is configured for. */
async function ownOffers(
  config: Pick<Config, 'identity' | 'isProduction' | 'publicUrl' | 'host'>,
  service: AuthService,
  origin: string,
): Promise<SignInOffers> {
  const { settings } = config.identity
  const { email, sms, mfa, password } = settings
  return {
    password: email.enabled || sms.enabled,
    email: email.enabled,
    phone: sms.enabled,
    signUp: !settings.signUpDisabled,
    providers: [...settings.providers].map(([id, { label }]) => ({ id, label: label ?? providerLabels[id] ?? id })),
    sso: settings.saml.enabled,
    totp: mfa.totp.enroll,
    phoneFactor: mfa.phone.enroll,
    manualLinking: settings.manualLinking,
    passwordRules: { minimumLength: password.minimumLength, requiredSets: password.requiredSets },
    codeLength: { email: email.codeLength, sms: sms.codeLength, phoneFactor: mfa.phone.codeLength },
    mailbox: showsMailbox(config, new URL(origin).host) ? mailboxPath : null,
    isFirstPerson: !(await service.hasUsers()),
  }
}

/** Sign-in methods that a hosted service reports. Throws `unavailable` when it does not respond. */
async function hostedOffers({ url, anonKey }: HostedAuth): Promise<SignInOffers> {
  const { external, disable_signup: isClosed, saml_enabled: sso } = await readSettings(url, anonKey)
  const email = external.email ?? true
  const phone = external.phone ?? false
  return {
    password: email || phone,
    email,
    phone,
    signUp: !isClosed,
    providers: Object.entries(external).flatMap(([id, isOn]) =>
      isOn && !notProviders.has(id) ? [{ id, label: providerLabels[id] ?? id }] : [],
    ),
    sso,
    totp: true,
    phoneFactor: phone,
    // The service does not report these; a refusal is explained when it happens.
    manualLinking: true,
    passwordRules: { minimumLength: 6, requiredSets: [] },
    codeLength: { email: null, sms: null, phoneFactor: null },
    mailbox: null,
    isFirstPerson: false,
  }
}

async function readSettings(url: string, apikey: string): Promise<z.infer<typeof Settings>> {
  try {
    const response = await fetch(`${url}/auth/v1/settings`, {
      headers: { apikey },
      signal: AbortSignal.timeout(hostedTimeoutMs),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return Settings.parse(await response.json())
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The sign-in service does not answer right now. Try again in a moment; if it stays, check SUPABASE_URL.',
      { cause },
    )
  }
}
