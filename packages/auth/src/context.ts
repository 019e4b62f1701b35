import { createHmac, hkdfSync } from 'node:crypto'
import type { Clock } from '@tillsight/core'
import type { Database, Db, SecretsBox } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import type { Captcha } from './captcha.ts'
import type { MailMessage, SmsTransport } from './delivery/index.ts'
import type { KeyRing } from './key-ring.ts'
import type { Limits } from './limits/index.ts'
import type { Passwords } from './passwords/index.ts'
import type { AuthSettings } from './settings.ts'

/** Outgoing HTTP requests; the owner of the process decides which addresses are reachable. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** What happened to an account, for the log of the organisations that its person belongs to. */
export interface AccountEvent {
  readonly action: 'signed_in' | 'signed_out' | 'factor_shown' | 'factor_added' | 'factor_removed' | 'password_changed'
  readonly user: string
  /** Through the admin API, by nobody who is signed in. */
  readonly byAdmin: boolean
  readonly ip: string
  readonly userAgent: string
}

/** An attempt to sign in that failed, for the same log. */
export interface FailedSignIn {
  readonly step: 'password' | 'code' | 'factor'
  /** Undefined: what was typed names no account. */
  readonly user: string | undefined
  readonly typed: string
  readonly ip: string
  readonly userAgent: string
}

/** Dependencies of every part of the service. */
export interface Auth {
  readonly settings: AuthSettings
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly box: SecretsBox
  /** Keyed hashes for values that must be recognised but never read back. */
  readonly hasher: Hasher
  readonly keys: KeyRing
  readonly limits: Limits
  readonly passwords: Passwords
  /** Undefined if no captcha is required. */
  readonly captcha: Captcha | undefined
  readonly fetch: Fetch
  /** Tells the product, in the transaction, what happened to an account. */
  readonly onAccountEvent?: ((db: Db, event: AccountEvent) => Promise<void>) | undefined
  /** Tells the product of an attempt that failed; takes the same time whether there is such an account or not. */
  readonly onFailedSignIn?: ((attempt: FailedSignIn) => Promise<void>) | undefined
  /** Queues the message; it is sent in the background, with retries. */
  sendMail(message: MailMessage): Promise<void>
  /** Undefined if text messages cannot be sent. */
  readonly sms: SmsTransport | undefined
  /** Opaque keys that stand for the roles `anon` and `service_role`. */
  readonly apiKeys: ApiKeys
  /** What assistants may be let into; undefined if nothing. */
  readonly resource: ProtectedResource | undefined
  /** Where callers reach the service, without a trailing slash: `https://stats.example.com/auth/v1`. */
  externalUrl(): string
  /** Where users are sent when the request names no redirect. */
  siteUrl(): string
  /**
   * The page on which users confirm a mailed link with a button, for links that return to `redirectTo`; undefined if that
   * site has no such page.
   */
  confirmPage(redirectTo: string): string | undefined
}

/** What the tokens of assistants open; the product says so, the service only hands them out. */
export interface ProtectedResource {
  /** Its address, which clients name exactly: `https://stats.example.com/api/v1/mcp`. */
  url(): string
  /** Everything that may be asked for. */
  readonly scopes: readonly string[]
  /** What a client gets that asks for nothing. */
  readonly leastScope: string
  /** The page where people decide; it gets `authorization_id`. */
  consentPage(): string
}

/** The two keys of a project. */
export interface ApiKeys {
  readonly anon: string
  readonly service: string
}

/** HMAC-SHA-256 in hex, under a key of its own for each purpose. */
export type Hasher = (purpose: string, text: string) => string

/** Keys derived from the installation's secret. */
export function createHasher(secret: string): Hasher {
  const keys = new Map<string, Buffer>()
  return (purpose, text) => {
    const known = keys.get(purpose)
    const key = known ?? Buffer.from(hkdfSync('sha256', secret, 'tillsight auth', purpose, 32))
    if (known === undefined) keys.set(purpose, key)
    return createHmac('sha256', key).update(text).digest('hex')
  }
}

/** The project's keys, made from the secret unless they are given. */
export function deriveApiKeys(secret: string, given: Partial<ApiKeys> = {}): ApiKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'tillsight api key', purpose, 24)).toString('base64url')
  return {
    anon: given.anon ?? `sb_publishable_${derive('anon')}`,
    service: given.service ?? `sb_secret_${derive('service_role')}`,
  }
}
