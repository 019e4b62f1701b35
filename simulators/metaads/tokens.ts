import { createHmac, randomBytes } from 'node:crypto'
import type { FakePerson, Settings } from './options.ts'

/** Everything that the app may ask a person for. */
export const allScopes = ['ads_read', 'business_management'] as const

/** What is granted. */
export interface GrantOptions {
  readonly kind?: 'short' | 'long' | 'system'
  readonly scopes?: readonly string[]
  readonly declined?: readonly string[]
  /** Accounts that were shared; null: all. */
  readonly accounts?: readonly string[] | null
  readonly person?: FakePerson
  /** Seconds that it lives; null: no end. */
  readonly life?: number | null
  /** A token of another app than the operator's, with that app's secret. */
  readonly foreignApp?: { readonly appId: string; readonly appSecret: string }
}

/** A token as Meta knows it. */
export interface FakeToken {
  readonly token: string
  readonly kind: 'short' | 'long' | 'system'
  readonly person: FakePerson
  readonly scopes: readonly string[]
  readonly declined: readonly string[]
  readonly accounts: readonly string[] | null
  readonly issuedAt: number
  /** Milliseconds; null: never. */
  readonly expiresAt: number | null
  readonly dataAccessUntil: number | null
  readonly appId: string
  readonly appSecret: string
  /** Subcode of its death. */
  death: number | null
}

interface Code {
  readonly redirectUri: string
  readonly grant: GrantOptions
}

const systemUser = { id: '61550000000001', name: 'Tillsight (system user)' }

/** The tokens and codes that were handed out. */
export class Tokens {
  readonly #settings: Settings
  readonly #tokens = new Map<string, FakeToken>()
  readonly #codes = new Map<string, Code>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Hands out a token. */
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

  /** A code for what was agreed to; works once, with the same address to come back to. */
  makeCode(redirectUri: string, grant: GrantOptions): string {
    const code = `AQ${randomBytes(24).toString('hex')}`
    this.#codes.set(code, { redirectUri, grant })
    return code
  }

  /** Trades a code; undefined when it is not known, and `other_uri` when the address differs. */
  redeem(code: string, redirectUri: string): FakeToken | 'other_uri' | undefined {
    const found = this.#codes.get(code)
    if (found === undefined) return undefined
    if (found.redirectUri !== redirectUri) return 'other_uri'
    this.#codes.delete(code)
    return this.make({ ...found.grant, kind: 'short' })
  }

  /** A long token for one that still works; the person's consent does not last longer by it. */
  extend(token: FakeToken): FakeToken {
    const { scopes, declined, accounts, person, dataAccessUntil } = token
    return this.make({ kind: 'long', scopes, declined, accounts, person }, dataAccessUntil)
  }

  find(token: string): FakeToken | undefined {
    return this.#tokens.get(token)
  }

  /** Why it does not work, as a subcode; null: it works. */
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

/** The proof that a call is made by whoever has the app's secret. */
export function proofOf(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex')
}
