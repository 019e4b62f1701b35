import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { type AuthSettings, readAuthSettings, readSmsSettings, type SmsProviderSettings } from '@tillsight/auth'
import { AppError, isAppError, isCurrency } from '@tillsight/core'
import { bankUrl, Networks, type RateSource } from '@tillsight/domain'
import type { ConnectionSettings } from '@tillsight/platforms/connectors'
import type { BucketKey } from '@tillsight/storage/s3'
import { z } from 'zod'
import { type GuardSettings, readGuardSettings } from '../app/guards/guard-settings.ts'
import { readStripeSettings, type StripeSettings } from './billing/settings.ts'
import { readPlatformApps } from './platform-apps.ts'

const flag = z
  .enum(['', '0', '1', 'true', 'false', 'on', 'off'])
  .transform((text) => text === '1' || text === 'true' || text === 'on')

const url = z.url({ error: 'expected an address such as https://stats.example.com' })

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** Origins in one text. */
const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
  .refine((all) => all.every(isOrigin), 'expected origins such as http://localhost:6274, separated by spaces')
  .default([])

const shortestSecret = 32

/** A server of the chat-completions protocol. */
export interface AskConfig {
  /** Its address up to `/v1`. */
  readonly url: string
  readonly key: string | undefined
  readonly model: string
}

const longSecret = z
  .string()
  .min(shortestSecret, { error: `needs at least ${shortestSecret} characters` })
  .optional()

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  TILLSIGHT_DATA_DIR: z.string().default('.data'),
  TILLSIGHT_PROGRAMS_DIR: z.string().startsWith('/', { error: 'expected a path that begins with /' }).optional(),
  TILLSIGHT_SECRET: longSecret,
  TILLSIGHT_SEALING_SECRET: longSecret,
  TILLSIGHT_SEALING_SECRET_PREVIOUS: longSecret,
  TILLSIGHT_ROLE: z.enum(['all', 'web', 'collect', 'worker']).default('all'),
  DATABASE_URL: z.string().startsWith('postgres', { error: 'expected postgres://…' }).optional(),
  CLICKHOUSE_URL: z.string().startsWith('http', { error: 'expected http://… or https://…' }).optional(),
  CLICKHOUSE_CLUSTER: z.string().min(1).optional(),
  SUPABASE_URL: url.optional(),
  SUPABASE_ANON_KEY: z.string().min(1).optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().min(1).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'expected smtp://… or smtps://…' })
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  NODE_ENV: z.string().optional(),
  TRUST_PROXY: flag.default(false),
  ALLOW_PRIVATE_STORE_URLS: flag.default(false),
  ADMIN_NETWORKS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((network) => network !== ''))
    .pipe(Networks)
    .default([]),
  UPDATES_URL: url.optional(),
  INVITATIONS_PER_HOUR: z.coerce.number().int().min(1).default(20),
  API_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(300),
  API_CONCURRENCY: z.coerce.number().int().min(1).default(4),
  STORAGE_QUOTA_GB: z.coerce.number().min(0.001).default(10),
  STORAGE_LARGEST_MB: z.coerce.number().min(0.001).default(50),
  STORAGE_PUBLIC_URL: url.optional(),
  STORAGE_S3_ENDPOINT: url.optional(),
  STORAGE_S3_REGION: z.string().min(1).default('us-east-1'),
  STORAGE_S3_BUCKET: z.string().min(1).optional(),
  STORAGE_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  STORAGE_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  STORAGE_S3_PREFIX: z.string().default(''),
  STORAGE_S3_PATH_STYLE: flag.default(false),
  STORAGE_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  MCP_ORIGINS: origins,
  REALTIME_ORIGINS: origins,
  SLACK_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d+)?$/, { error: 'expected a host such as hooks.slack-gov.com' })
    .optional(),
  GOOGLE_SHEETS_URL: z
    .url({ protocol: /^https?$/, error: 'expected an address such as https://sheets.example' })
    .optional(),
  ASK_URL: z.url({ protocol: /^https?$/, error: 'expected an address such as https://models.example/v1' }).optional(),
  ASK_KEY: z.string().min(1).optional(),
  ASK_MODEL: z.string().min(1).optional(),
  METRICS_ENABLED: flag.default(false),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, { error: 'needs at least 16 characters, none of them white space' })
    .optional(),
  DEV_KIT: flag.default(false),
  RATES_URL: z
    .string()
    .refine((text) => text === 'off' || /^https?:\/\/[^/]/.test(text), 'expected the http address of a file, or off')
    .refine((text) => text === 'off' || URL.canParse(text), 'expected an address that can be read')
    .default(bankUrl),
  RATES_BASE: z.string().toUpperCase().refine(isCurrency, 'expected a currency such as EUR').default('EUR'),
  ONLINE_RETAIL_CSV: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
})

/** A hosted auth service that is used instead of the embedded one. */
export interface HostedAuth {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
}

/** Settings of authentication, its messages, and the guarded pages. */
export interface IdentityConfig {
  /** Undefined: the embedded service. */
  readonly hosted: HostedAuth | undefined
  /** Keys for the embedded service, instead of its own. */
  readonly keys: { readonly anon: string | undefined; readonly serviceRole: string | undefined }
  readonly settings: AuthSettings
  readonly guard: GuardSettings
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  /** Provider of text messages. */
  readonly sms: SmsProviderSettings | undefined
}

/** The installation's configuration; parsed once, at startup. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Where browsers and platforms reach us, without a trailing slash; derived from host and port when not set. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  /** Where a start as root copies the database's programs, if necessary; undefined: the system's default. */
  readonly programsDir: string | undefined
  /** The directory of the command; relative paths of users refer to it. */
  readonly callerDir: string
  readonly role: 'all' | 'web' | 'collect' | 'worker'
  readonly databaseUrl: string | undefined
  readonly clickhouseUrl: string | undefined
  readonly clickhouseCluster: string | undefined
  readonly secret: string
  /** What stored credentials are sealed with, and earlier secrets that still open them. */
  readonly sealing: { readonly secret: string; readonly earlier: readonly string[] }
  readonly identity: IdentityConfig
  /** Whether `NODE_ENV` is production: development helpers are off then. */
  readonly isProduction: boolean
  readonly trustProxy: boolean
  /** Where messages to Slack may be posted. */
  readonly slackHosts: readonly string[]
  readonly allowPrivateStoreUrls: boolean
  /** Where administrators may come from; empty: from anywhere. */
  readonly adminNetworks: readonly string[]
  /** Where the newest version is published, as JSON; undefined: nobody is asked. */
  readonly updatesUrl: string | undefined
  /** How many invitations an organisation may send in an hour. */
  readonly invitationsPerHour: number
  /** Limits of each key of the API, in each process with doors. */
  readonly apiLimits: { readonly perMinute: number; readonly atOnce: number }
  /** The bucket that files are kept in; null: a folder in the data folder. */
  readonly fileBucket: BucketKey | null
  /** Origin of the host that public and signed addresses of files answer at; undefined: where everything is. */
  readonly storagePublicUrl: string | undefined
  /** Bytes that an organisation may keep as files, bytes of a file in a bucket without a limit, and requests of a person in a minute. */
  readonly fileLimits: { readonly total: number; readonly each: number; readonly perMinute: number }
  /** Origins of pages elsewhere that may call the MCP server, with a key. */
  readonly mcpOrigins: readonly string[]
  /** Origins of pages elsewhere that may open sockets of the official client. */
  readonly realtimeOrigins: readonly string[]
  /** The model that questions are read by; null: they are read by their words alone. */
  readonly ask: AskConfig | null
  /** How plans are sold; null: they are not. */
  readonly stripe: StripeSettings | null
  readonly metricsEnabled: boolean
  /** Token required to read metrics of the process; undefined: readable from this machine only. */
  readonly metricsToken: string | undefined
  /** Whether the component gallery is served at /dev/kit. */
  readonly showKit: boolean
  /** The operator's apps at the platforms, by connector and key. */
  readonly platformApps: Readonly<Record<string, ConnectionSettings>>
  /** Request pace for stores; `off` only for simulated ones. */
  readonly platformPace: 'gentle' | 'off'
  /** Where exchange rates are fetched from every day; null: nowhere. */
  readonly rates: RateSource | null
  /** The public data set that the demo shows as a third shop, where it is not beside the project. */
  readonly onlineRetailFile: string | undefined
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
}

/** Reads the environment, the only place to do so. Throws `invalid_input` that names every invalid variable at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given: Given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
  const values = readVariables(given)
  const from = given.TILLSIGHT_CALLER_DIR ?? process.cwd()
  const dataDir = isAbsolute(values.TILLSIGHT_DATA_DIR)
    ? values.TILLSIGHT_DATA_DIR
    : resolve(from, values.TILLSIGHT_DATA_DIR)
  const secret = values.TILLSIGHT_SECRET ?? ownSecret(dataDir, values)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir,
    programsDir: values.TILLSIGHT_PROGRAMS_DIR,
    callerDir: from,
    role: values.TILLSIGHT_ROLE,
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    clickhouseCluster: values.CLICKHOUSE_CLUSTER,
    secret,
    sealing: readSealing(secret, values),
    identity: {
      hosted: readHosted(values),
      keys: { anon: values.SUPABASE_ANON_KEY, serviceRole: values.SUPABASE_SERVICE_ROLE_KEY },
      settings: readAuthSettings(withMailBudget(given)),
      guard: readGuardSettings(given),
      smtpUrl: values.SMTP_URL,
      mailFrom: values.MAIL_FROM,
      sms: readSmsSettings(given),
    },
    isProduction: values.NODE_ENV === 'production',
    trustProxy: values.TRUST_PROXY,
    slackHosts: [...(values.SLACK_HOST ? [values.SLACK_HOST] : []), 'hooks.slack.com'],
    allowPrivateStoreUrls: values.ALLOW_PRIVATE_STORE_URLS,
    adminNetworks: values.ADMIN_NETWORKS,
    updatesUrl: values.UPDATES_URL,
    invitationsPerHour: values.INVITATIONS_PER_HOUR,
    apiLimits: { perMinute: values.API_REQUESTS_PER_MINUTE, atOnce: values.API_CONCURRENCY },
    fileLimits: {
      total: values.STORAGE_QUOTA_GB * 1024 ** 3,
      each: values.STORAGE_LARGEST_MB * 1024 ** 2,
      perMinute: values.STORAGE_REQUESTS_PER_MINUTE,
    },
    fileBucket: readFileBucket(values),
    storagePublicUrl: values.STORAGE_PUBLIC_URL && new URL(values.STORAGE_PUBLIC_URL).origin,
    mcpOrigins: values.MCP_ORIGINS,
    realtimeOrigins: values.REALTIME_ORIGINS,
    ask:
      values.ASK_URL && values.ASK_MODEL ? { url: values.ASK_URL, key: values.ASK_KEY, model: values.ASK_MODEL } : null,
    stripe: readStripeSettings(given, from),
    metricsEnabled: values.METRICS_ENABLED,
    metricsToken: values.METRICS_TOKEN,
    showKit: values.DEV_KIT,
    platformApps: { ...readPlatformApps(given), ...sheetsAt(values.GOOGLE_SHEETS_URL) },
    platformPace: 'gentle',
    rates: values.RATES_URL === 'off' ? null : { url: values.RATES_URL, base: values.RATES_BASE },
    onlineRetailFile: values.ONLINE_RETAIL_CSV,
    logLevel: values.LOG_LEVEL,
  }
}

/** Where spreadsheets are written to and tokens for that are fetched, instead of Google's own addresses. */
function sheetsAt(url: string | undefined): Readonly<Record<string, ConnectionSettings>> {
  const address = url?.replace(/\/+$/, '')
  return address === undefined ? {} : { googlesheets: { sheetsUrl: address, oauthUrl: address } }
}

/**
 * The reference's limit of 30 mails per hour is for a shared mail server. With an own one, a whole team should be able to
 * sign up on the first morning.
 */
function withMailBudget(given: Given): Given {
  return given.SMTP_URL === undefined ? given : { AUTH_RATE_LIMIT_EMAIL_SENT: '300', ...given }
}

type Values = z.infer<typeof environment>
type Given = Readonly<Record<string, string>>

/** Collects the errors of all readers and reports them at once. */
function readVariables(given: Given): Values {
  const parsed = environment.safeParse(given)
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
    ...missing(given, given.SUPABASE_URL === undefined ? [] : hostedKeys, 'SUPABASE_URL'),
    ...missing(given, given.STORAGE_S3_ENDPOINT === undefined ? [] : bucketKeys, 'STORAGE_S3_ENDPOINT'),
    ...missing(given, given.SMTP_URL === undefined ? [] : ['MAIL_FROM'], 'SMTP_URL'),
    ...(parsed.success ? fileHostProblems(parsed.data) : []),
    ...linesOf(() => readAuthSettings(given)),
    ...linesOf(() => readSmsSettings(given)),
    ...linesOf(() => readGuardSettings(given)),
    ...linesOf(() => readStripeSettings(given, given['TILLSIGHT_CALLER_DIR'])),
  ]
  if (parsed.success && problems.length === 0) return parsed.data
  throw new AppError('invalid_input', `The environment has settings that cannot be used:\n  ${problems.join('\n  ')}`)
}

const bucketKeys = ['STORAGE_S3_BUCKET', 'STORAGE_S3_ACCESS_KEY_ID', 'STORAGE_S3_SECRET_ACCESS_KEY']
const hostedKeys = ['SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY']

function fileHostProblems({ STORAGE_PUBLIC_URL: elsewhere, PUBLIC_URL: own }: Values): string[] {
  if (elsewhere === undefined) return []
  const { host, pathname, search } = new URL(elsewhere)
  const name = 'STORAGE_PUBLIC_URL'
  if (pathname !== '/' || search !== '')
    return [`${name}: expected a host without a path, as in https://files.example.com`]
  if (own === undefined) return [`${name}: needs PUBLIC_URL, which it has to differ from`]
  return host === new URL(own).host ? [`${name}: expected another host than that of PUBLIC_URL`] : []
}

function missing(given: Given, names: readonly string[], to: string): string[] {
  return names.filter((name) => given[name] === undefined).map((name) => `${name}: is needed with ${to}`)
}

/** The problems of another reader, one per line under its heading. */
function linesOf(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
}

function readHosted({ SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY }: Values): HostedAuth | undefined {
  if (SUPABASE_URL === undefined || SUPABASE_ANON_KEY === undefined || SUPABASE_SERVICE_ROLE_KEY === undefined)
    return undefined
  return {
    url: SUPABASE_URL.replace(/\/+$/, ''),
    anonKey: SUPABASE_ANON_KEY,
    serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY,
  }
}

function readFileBucket(values: Values): BucketKey | null {
  const { STORAGE_S3_ENDPOINT: endpoint, STORAGE_S3_BUCKET: bucket, STORAGE_S3_ACCESS_KEY_ID: accessKeyId } = values
  const { STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey, STORAGE_S3_REGION: region } = values
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return null
  }
  const prefix = values.STORAGE_S3_PREFIX.replaceAll(/^\/+|\/+$/g, '')
  const pathStyle = values.STORAGE_S3_PATH_STYLE
  return { place: { endpoint, region, bucket, prefix, pathStyle, accessKeyId }, secretAccessKey }
}

/** Unless they have a secret of their own, credentials are sealed with the root key; it goes on opening what it sealed. */
function readSealing(root: string, values: Values): Config['sealing'] {
  const { TILLSIGHT_SEALING_SECRET: secret = root, TILLSIGHT_SEALING_SECRET_PREVIOUS: previous = root } = values
  return { secret, earlier: [...new Set([root, previous])].filter((known) => known !== secret) }
}

/** The embedded default creates its root key once; with an external database, a lost folder must not lose the key. */
function ownSecret(dataDir: string, values: Values): string {
  if (values.DATABASE_URL !== undefined || values.CLICKHOUSE_URL !== undefined) {
    throw new AppError(
      'invalid_input',
      'TILLSIGHT_SECRET is required with DATABASE_URL or CLICKHOUSE_URL: stored credentials are encrypted with it, so it must outlive this machine. Make one with `openssl rand -hex 32` and keep it.',
    )
  }
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readOwnSecret(file)
  const secret = randomBytes(32).toString('hex')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // A concurrent first start may have created it.
    if (existsSync(file)) return readOwnSecret(file)
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'unavailable',
      `The data directory ${dataDir} cannot be written: ${reason}. Choose a folder of this user with TILLSIGHT_DATA_DIR, or make room on the disk.`,
      { cause: error },
    )
  }
  return secret
}

function readOwnSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= shortestSecret) return secret
  throw new AppError(
    'invalid_input',
    `${file} holds no root key: the file was cut or emptied. Put it back from your backup or set TILLSIGHT_SECRET; without it the stored credentials cannot be read.`,
  )
}

/** Settings for simulated stores: they are on this machine and bear any pace. Rates are simulated too. */
export function asSandbox(config: Config): Config {
  return { ...config, allowPrivateStoreUrls: true, platformPace: 'off', rates: null }
}
