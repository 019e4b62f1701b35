import { createHmac, randomBytes } from 'node:crypto'
import type { FakePerson, Settings } from './options.ts'

/** All permissions that the app may request. */
export const allScopes = ['ads_read', 'business_management'] as const

/** Options of a grant. */
export interface GrantOptions {
  readonly kind?: 'short' | 'long' | 'system'
  readonly scopes?: readonly string[]
  readonly declined?: readonly string[]
  /** Shared accounts; null: all. */
  readonly accounts?: readonly string[] | null
  readonly person?: FakePerson
  /** Lifetime in seconds; null: does not expire. */
  readonly life?: number | null
  /** Makes the token belong to an app other than the operator's, with that app's secret. */
  readonly foreignApp?: { readonly appId: string; readonly appSecret: string }
}

/** A token and its state. */
export interface FakeToken {
  readonly token: string
  readonly kind: 'short' | 'long' | 'system'
  readonly person: FakePerson
  readonly scopes: readonly string[]
  readonly declined: readonly string[]
  readonly accounts: readonly string[] | null
  readonly issuedAt: number
  /** In milliseconds; null: never. */
  readonly expiresAt: number | null
  readonly dataAccessUntil: number | null
  readonly appId: string
  readonly appSecret: string
  /** The subcode of its invalidation. */
  death: number | null
}

interface Code {
  readonly redirectUri: string
  readonly grant: GrantOptions
}

const systemUser = { id: '61550000000001', name: 'Tillsight (system user)' }

/** The issued tokens and codes. */
export class Tokens {
  readonly #settings: Settings
  readonly #tokens = new Map<string, FakeToken>()
  readonly #codes = new Map<string, Code>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Issues a token. */
  make(grant: GrantOptions, dataAccessUntil?: number | null): FakeToken {
    const kind = grant.kind ?? 'long'
    const seconds = grant.life === undefined ? this.#lifeOf(kind) : grant.life
    const issuedAt = this.#settings.now().getTime()
    const made: FakeToken = {
      token: `EAA${randomBytes(30).toString('hex')}`,
      kind,
      ...this.#granted(grant),
      issuedAt,
      expiresAt: seconds === null ? null : issuedAt + seconds * 1_000,
      dataAccessUntil: dataAccessUntil === undefined ? this.#consentUntil(kind, issuedAt) : dataAccessUntil,
      death: null,
    }
    this.#tokens.set(made.token, made)
    return made
  }

  #granted({ kind, person, scopes = allScopes, declined = [], accounts = null, foreignApp }: GrantOptions) {
    const { appId, appSecret } = foreignApp ?? this.#settings.app
    const usual = kind === 'system' ? systemUser : this.#settings.person
    return { person: person ?? usual, scopes, declined, accounts, appId, appSecret }
  }

  #consentUntil(kind: FakeToken['kind'], issuedAt: number): number | null {
    return kind === 'system' ? null : issuedAt + this.#settings.life.dataAccessDays * 86_400_000
  }

  /** A code for the granted permissions; valid once, with the same redirect address. */
  makeCode(redirectUri: string, grant: GrantOptions): string {
    const code = `AQ${randomBytes(24).toString('hex')}`
    this.#codes.set(code, { redirectUri, grant })
    return code
  }

  /** Redeems a code; undefined if unknown, `other_uri` if the redirect address differs. */
  redeem(code: string, redirectUri: string): FakeToken | 'other_uri' | undefined {
    const found = this.#codes.get(code)
    if (found === undefined) return undefined
    if (found.redirectUri !== redirectUri) return 'other_uri'
    this.#codes.delete(code)
    return this.make({ ...found.grant, kind: 'short' })
  }

  /** A long-lived token for a valid one; does not extend the user's consent. */
  extend(token: FakeToken): FakeToken {
    const { scopes, declined, accounts, person, dataAccessUntil } = token
    return this.make({ kind: 'long', scopes, declined, accounts, person }, dataAccessUntil)
  }

  find(token: string): FakeToken | undefined {
    return this.#tokens.get(token)
  }

  /** Why it is invalid, as a subcode; null: it is valid. */
  deathOf(token: FakeToken): number | null {
    if (token.death !== null) return token.death
    return token.expiresAt !== null && token.expiresAt <= this.#settings.now().getTime() ? 463 : null
  }

  /** Kills one token, or all. */
  kill(subcode: number, token?: string): void {
    for (const each of this.#tokens.values()) if (token === undefined || each.token === token) each.death = subcode
  }

  #lifeOf(kind: FakeToken['kind']): number | null {
    const { life } = this.#settings
    if (kind === 'system') return null
    return kind === 'short' ? life.shortSeconds : life.longSeconds
  }
}

/** The proof that a call is made by the holder of the app's secret. */
export function proofOf(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex')
}
