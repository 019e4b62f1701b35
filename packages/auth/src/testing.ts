// A running service for tests: over HTTP, with its own database and access to everything it sends. Must not be imported by
// anything that runs in production.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import type { Clock } from '@tillsight/core'
import type { Jobs } from '@tillsight/database'
import { type CleanUp, openTestDatabase, type TestDatabase } from '@tillsight/database/testing'
import type { Log } from '@tillsight/supervisor'
import type { Auth, Fetch } from './context.ts'
import type { MailMessage, SmsMessage, SmsTransport } from './delivery/index.ts'
import { createPasswordHashing, type PasswordHashing } from './passwords/hashing.ts'
import { createPasswords, type Passwords } from './passwords/index.ts'
import { routes } from './routes.ts'
import { type AuthService, createAuthService } from './service.ts'
import { readAuthSettings } from './settings.ts'

export { type ReceivedMail, type SmtpSink, startSmtpSink } from './delivery/smtp-sink.fixture.ts'
export { createPasswordHashing }

/** All endpoints of the service, as `GET /admin/users/{id}`. */
export const endpoints: readonly string[] = Object.keys(routes)

/** A clock that tests can advance; otherwise it runs with the machine's. */
export interface MovableClock extends Clock {
  advance(seconds: number): void
}

/** What differs from the defaults. */
export interface TestAuthOptions {
  /** `AUTH_*` variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly fetch?: Fetch
  /** Null: text messages cannot be sent. */
  readonly sms?: SmsTransport | null
  readonly database?: TestDatabase
  readonly secret?: string
  /** The page where mailed links that return to its site are confirmed. */
  readonly confirmPage?: string
  /** Lets a test observe the hashing. */
  readonly passwords?: Passwords
  /** Told of attempts to sign in that failed. */
  readonly onFailedSignIn?: Auth['onFailedSignIn']
  /** Uses the production cost for password hashing, for tests that measure it. */
  readonly isCostly?: boolean
}

/** A response with its body read. */
export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  /** JSON where it is JSON, text otherwise. */
  readonly body: unknown
}

/** How a raw request differs from an anonymous one with the new error format. */
export interface RawRequest {
  readonly method?: string
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The IP address that the request appears to come from. */
  readonly ip?: string
}

/** A running service. */
export interface TestAuth {
  /** The project address, as clients expect it. */
  readonly url: string
  readonly service: AuthService
  readonly database: TestDatabase
  readonly clock: MovableClock
  readonly mails: readonly MailMessage[]
  readonly texts: readonly SmsMessage[]
  /** The official client, created as documented; each has its own storage. */
  client(options?: SupabaseClientOptions<'public'>): SupabaseClient
  /** The same with the secret key. */
  admin(): SupabaseClient
  /** `path` below `/auth/v1`. Redirects are not followed. */
  raw(path: string, request?: RawRequest): Promise<RawResponse>
  /** The newest mail to the address. Throws when there is none. */
  mailTo(address: string): MailMessage & { readonly code: string; readonly link: URL; readonly hash: string }
  /** The digits of the newest text to the number (E.164 without `+`). Throws when there is none. */
  codeTo(phone: string): string
}

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Starts a service that stops when the test ends. Rate limits by IP address are those of production: set `ip` where they get
 * in the way.
 */
export async function startTestAuth(t: CleanUp, options: TestAuthOptions = {}): Promise<TestAuth> {
  const database = options.database ?? (await openTestDatabase(t))
  const { confirmPage } = options
  const clock = movableClock()
  const sent = { mails: [] as MailMessage[], texts: [] as SmsMessage[] }
  let origin = ''
  const settings = readAuthSettings({
    AUTH_RATE_LIMIT_EMAIL_SENT: '10000',
    AUTH_RATE_LIMIT_SMS_SENT: '10000',
    AUTH_EXTERNAL_PHONE_ENABLED: '1',
    ...options.env,
  })
  const fetch = options.fetch ?? (async () => Promise.reject(new Error('this test reaches no other machine')))
  const hashing = options.isCostly ? createPasswordHashing() : createQuickHashing()
  const service = createAuthService({
    settings,
    database,
    jobs: inlineJobs(),
    secret: options.secret ?? 'the secret of a test installation',
    externalUrl: () => `${origin}/auth/v1`,
    siteUrl: () => origin,
    ...(confirmPage === undefined
      ? {}
      : { confirmPage: (to) => (new URL(to).origin === new URL(confirmPage).origin ? confirmPage : undefined) }),
    onFailedSignIn: options.onFailedSignIn,
    resource: {
      url: () => `${origin}/mcp`,
      scopes: ['figures:read', 'orders:read'],
      leastScope: 'figures:read',
      consentPage: () => `${origin}/consent`,
    },
    transports: {
      mail: { send: async (message) => void sent.mails.push(message) },
      sms: options.sms === null ? undefined : (options.sms ?? recordingSms(sent.texts)),
    },
    fetch,
    passwords: options.passwords ?? createPasswords({ settings: settings.password, fetch, log: silentLog, hashing }),
    clock,
    log: silentLog,
  })
  await service.deliverMails()
  const result = getRequestListener((request) =>
    service.fetch(request, { address: request.headers.get('x-test-ip') ?? '192.0.2.1' }),
  )
  const server = createServer((request, response) => void result(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${addressOf(server.address()).port}`
  t.after(
    () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  const client = (key: string, given: SupabaseClientOptions<'public'> = {}) =>
    createClient(origin, key, {
      ...given,
      auth: { autoRefreshToken: false, storage: memoryStorage(), ...given.auth },
    })
  return {
    url: origin,
    service,
    database,
    clock,
    ...sent,
    client: (given) => client(service.apiKeys.anon, given),
    admin: () => client(service.apiKeys.service, { auth: { persistSession: false } }),
    raw: (path, request) => raw(`${origin}/auth/v1${path}`, request),
    mailTo: (address) => readMail(sent.mails, address),
    codeTo: (phone) => readCode(sent.texts.findLast(({ to }) => to === phone)?.text),
  }
}

/** The default hashing at almost no cost. */
export function createQuickHashing(): PasswordHashing {
  return createPasswordHashing(undefined, { memoryCost: 64, timeCost: 1 })
}

/** The machine's clock with an offset. */
export function movableClock(): MovableClock {
  let shiftMs = 0
  return {
    now: () => new Date(Date.now() + shiftMs),
    advance(seconds) {
      shiftMs += seconds * 1000
    },
  }
}

/** Does each job at once, in the call that queues it. */
export function inlineJobs(): Pick<Jobs, 'enqueue' | 'handle'> {
  const handlers = new Map<string, (payload: unknown) => Promise<void>>()
  return {
    async handle(definition, handler) {
      const { signal } = new AbortController()
      handlers.set(definition.name, async (payload) =>
        handler(definition.payload.parse(payload), { jobId: definition.name, signal, progress: async () => {} }),
      )
    },
    async enqueue(definition, payload) {
      await handlers.get(definition.name)?.(payload)
      return definition.name
    },
  }
}

function recordingSms(texts: SmsMessage[]): SmsTransport {
  return {
    name: 'twilio',
    send: async (message) => ({ messageId: `message-${texts.push(message)}` }),
  }
}

async function raw(url: string, request: RawRequest = {}): Promise<RawResponse> {
  const { method = 'GET', body, bearer, headers = {}, ip } = request
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json;charset=UTF-8',
      'x-supabase-api-version': '2024-01-01',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(ip === undefined ? {} : { 'x-test-ip': ip }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

function readMail(mails: readonly MailMessage[], address: string): ReturnType<TestAuth['mailTo']> {
  const mail = mails.findLast(({ to }) => to === address)
  if (mail === undefined) throw new Error(`no mail to ${address}`)
  const link = new URL(/https?:\/\/\S+\/verify\?\S+/.exec(mail.text)?.[0] ?? 'http://no.link/')
  return { ...mail, code: readCode(mail.text), link, hash: link.searchParams.get('token') ?? '' }
}

function readCode(text: string | undefined): string {
  const code = /(?<![\w=/-])\d{6,10}(?![\w-])/.exec(text ?? '')?.[0]
  if (code === undefined) throw new Error('no code was sent')
  return code
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
