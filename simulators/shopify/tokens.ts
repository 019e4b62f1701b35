import { randomBytes } from 'node:crypto'
import { withImplied } from './access.ts'
import type { Platform } from './options.ts'

export type TokenKind = 'expiring' | 'permanent' | 'client_credentials'

/** A token issued by the token endpoint. */
export interface Grant {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** In seconds; null = until the app is uninstalled. */
  readonly expiresIn: number | null
  readonly refreshExpiresIn: number | null
  readonly scopes: readonly string[]
}

interface AccessToken {
  readonly kind: TokenKind
  expiresAt: number
}

interface Refresh {
  readonly expiresAt: number
  /** Set once a newer one was given for it. */
  successor: string | undefined
  firstUsedAt: number
}

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds
const refreshSeconds = 90 * daySeconds
const graceSeconds = 30 * daySeconds
const clientCredentialsSeconds = daySeconds - 1
const codeSeconds = 60

/** The app's tokens at one shop, and the scopes that the merchant granted. */
export class FakeTokens {
  readonly #platform: Platform
  readonly #access = new Map<string, AccessToken>()
  readonly #refresh = new Map<string, Refresh>()
  readonly #codes = new Map<string, { readonly expiresAt: number; readonly scopes: readonly string[] }>()
  #granted: readonly string[] = []

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** The granted scopes in Shopify's format. */
  handles(): readonly string[] {
    return this.#granted
  }

  /** The granted scopes, including implied ones. */
  scopes(): ReadonlySet<string> {
    return withImplied(this.#granted)
  }

  /** The merchant or the app changes the granted scopes. */
  setScopes(scopes: readonly string[]): void {
    this.#granted = toGranted(scopes, this.#platform)
  }

  /** An authorisation code: once, within a minute. */
  makeCode(scopes: readonly string[]): string {
    const code = randomBytes(16).toString('hex')
    this.#codes.set(code, { expiresAt: this.#now() + codeSeconds, scopes })
    return code
  }

  redeem(code: string, kind: TokenKind): Grant | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (!found || found.expiresAt < this.#now()) return undefined
    this.setScopes(found.scopes)
    return this.grant(kind)
  }

  /** Issues a token with the granted scopes. */
  grant(kind: TokenKind): Grant {
    const accessToken = `shpat_${randomBytes(16).toString('hex')}`
    const expiresIn = { expiring: hourSeconds, client_credentials: clientCredentialsSeconds, permanent: null }[kind]
    const expiresAt = expiresIn === null ? Number.POSITIVE_INFINITY : this.#now() + expiresIn
    this.#access.set(accessToken, { kind, expiresAt })
    const refreshToken = kind === 'expiring' ? this.#makeRefresh() : null
    const refreshExpiresIn = refreshToken === null ? null : refreshSeconds
    return { accessToken, refreshToken, expiresIn, refreshExpiresIn, scopes: this.#granted }
  }

  /**
   * Rotates a refresh token. The old one may be used again until its successor is used, for at most thirty days; after that
   * it is invalid.
   */
  refresh(token: string): Grant | undefined {
    const found = this.#refresh.get(token)
    const now = this.#now()
    if (!found || found.expiresAt < now || found.firstUsedAt + graceSeconds < now) return undefined
    if (found.successor === undefined) this.#killPredecessorOf(token)
    else this.#refresh.delete(found.successor)
    const grant = this.grant('expiring')
    this.#refresh.set(token, {
      ...found,
      successor: grant.refreshToken ?? undefined,
      firstUsedAt: Math.min(found.firstUsedAt, now),
    })
    return grant
  }

  /** Turns a token that never expires into one that does; the old one dies. */
  migrate(token: string): Grant | undefined {
    const found = this.#access.get(token)
    if (found?.kind !== 'permanent') return undefined
    this.#access.delete(token)
    return this.grant('expiring')
  }

  /** Whether a call may pass; `refused` is a public app with a token that never expires. */
  check(token: string): 'good' | 'unknown' | 'refused' {
    const found = this.#access.get(token)
    if (!found || found.expiresAt <= this.#now()) return 'unknown'
    return found.kind === 'permanent' && this.#platform.app.isPublic ? 'refused' : 'good'
  }

  /** Expires every access token now; refresh tokens stay valid. */
  expireAll(): void {
    for (const token of this.#access.values()) token.expiresAt = this.#now()
  }

  /** Revokes everything: the app was uninstalled. */
  revokeAll(): void {
    this.#access.clear()
    this.#refresh.clear()
    this.#codes.clear()
    this.#granted = []
  }

  /** Ends every refresh token, as ninety days without a sync do. */
  expireRefresh(): void {
    this.#refresh.clear()
  }

  #makeRefresh(): string {
    const token = `shprt_${randomBytes(16).toString('hex')}`
    this.#refresh.set(token, {
      expiresAt: this.#now() + refreshSeconds,
      successor: undefined,
      firstUsedAt: Number.POSITIVE_INFINITY,
    })
    return token
  }

  #killPredecessorOf(token: string): void {
    for (const [earlier, { successor }] of this.#refresh) if (successor === token) this.#refresh.delete(earlier)
  }

  #now(): number {
    return this.#platform.clock.now().getTime() / 1000
  }
}

/** The scopes granted on request: only those that Shopify approved, and only `write_x` if `read_x` was requested too. */
function toGranted(wanted: readonly string[], { app }: Platform): string[] {
  const allowed = withImplied(app.approvedScopes)
  const approved = wanted.filter((scope) => allowed.has(scope))
  return [...new Set(approved)].filter(
    (scope) => !approved.includes(scope.replace('read_', 'write_')) || !scope.startsWith('read_'),
  )
}
