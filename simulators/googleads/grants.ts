import { createHmac, randomBytes } from 'node:crypto'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mostRefreshTokens = 100

/** The contents of a token response. */
export interface Granted {
  readonly email: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  readonly accessExpiresAt: Date
  readonly refreshToken: string
  /** Only while the project is in Testing. */
  readonly refreshExpiresAt: Date | undefined
}

interface Refresh {
  readonly email: string
  readonly scopes: readonly string[]
  readonly madeAt: number
  usedAt: number
}

interface Access {
  readonly refreshToken: string
  expiresAt: number
}

interface Code {
  readonly email: string
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** SHA-256 of the verifier; undefined: without PKCE. */
  readonly challenge: string | undefined
  readonly withRefresh: boolean
  readonly expiresAt: number
}

/** Length of the signature at the end of a refresh token. */
const signed = 43

/**
 * Grants: codes, access tokens that live for an hour, and refresh tokens with everything that invalidates them. A refresh
 * token is signed with the app's secret, so that it is still valid after a restart with the same app.
 */
export class Grants {
  readonly #now: () => Date
  /** Whether the consent screen is in Testing; may change while it runs. */
  isTesting: boolean
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, Access>()
  readonly #refresh = new Map<string, Refresh>()
  readonly #dead = new Set<string>()
  readonly #key: string
  #deadBefore = Number.NEGATIVE_INFINITY

  constructor({
    now,
    isTesting,
    key,
  }: { readonly now: () => Date; readonly isTesting: boolean; readonly key: string }) {
    this.#now = now
    this.isTesting = isTesting
    this.#key = key
  }

  /** An authorisation code: once, within ten minutes. */
  makeCode(code: Omit<Code, 'expiresAt'>): string {
    const text = `4/0A${randomBytes(24).toString('base64url')}`
    this.#codes.set(text, { ...code, expiresAt: this.#now().getTime() + 10 * 60_000 })
    return text
  }

  /** Redeems a code; undefined if it was used, is too old, or comes with another redirect address or verifier. */
  redeem(text: string, redirectUri: string, challenge: string | undefined): (Granted & { first: boolean }) | undefined {
    const code = this.#codes.get(text)
    this.#codes.delete(text)
    if (!code || code.expiresAt < this.#now().getTime()) return undefined
    if (code.redirectUri !== redirectUri || code.challenge !== challenge) return undefined
    return { ...this.grant(code.email, code.scopes), first: code.withRefresh }
  }

  /** Issues a grant, as if a user had just consented. */
  grant(email: string, scopes: readonly string[]): Granted {
    const now = this.#now().getTime()
    const payload = Buffer.from(JSON.stringify({ email, scopes, madeAt: now, salt: randomBytes(12).toString('hex') }))
    const body = `1//0${payload.toString('base64url')}`
    const refreshToken = `${body}${this.#sign(body)}`
    this.#refresh.set(refreshToken, { email, scopes, madeAt: now, usedAt: now })
    const own = [...this.#refresh].filter(([, token]) => token.email === email)
    const [oldest] = own
    if (own.length > mostRefreshTokens && oldest) this.revoke(oldest[0])
    return this.#answer(refreshToken, { email, scopes, madeAt: now })
  }

  /** A new access token; undefined if the refresh token is invalid. */
  refresh(refreshToken: string): Granted | undefined {
    const found = this.#refresh.get(refreshToken) ?? this.#adopted(refreshToken)
    if (!found || !this.#isAlive(found)) return undefined
    found.usedAt = this.#now().getTime()
    return this.#answer(refreshToken, found)
  }

  /** The holder of an access token. */
  check(accessToken: string): { readonly email: string; readonly scopes: readonly string[] } | 'expired' | undefined {
    const access = this.#access.get(accessToken)
    const refresh = access && this.#refresh.get(access.refreshToken)
    if (!access || !refresh || !this.#isAlive(refresh)) return undefined
    return access.expiresAt <= this.#now().getTime() ? 'expired' : refresh
  }

  /** Ends every access token now. */
  expireAccess(): void {
    for (const access of this.#access.values()) access.expiresAt = this.#now().getTime()
  }

  /** Revokes the whole grant of a token; false if the token is unknown. */
  revoke(token: string): boolean {
    const refreshToken = this.#access.get(token)?.refreshToken ?? token
    this.#dead.add(refreshToken)
    return this.#refresh.delete(refreshToken)
  }

  /** The user revokes everything. */
  revokeAll(): void {
    this.#refresh.clear()
    this.#deadBefore = this.#now().getTime()
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url')
  }

  /** A refresh token from before a restart. */
  #adopted(refreshToken: string): Refresh | undefined {
    const body = refreshToken.slice(0, -signed)
    if (this.#dead.has(refreshToken) || refreshToken.slice(-signed) !== this.#sign(body)) return undefined
    // Signed here, so it is what was written here.
    const { email, scopes, madeAt } = JSON.parse(Buffer.from(body.slice(4), 'base64url').toString('utf8')) as Refresh
    if (madeAt <= this.#deadBefore) return undefined
    const refresh = { email, scopes, madeAt, usedAt: this.#now().getTime() }
    this.#refresh.set(refreshToken, refresh)
    return refresh
  }

  #isAlive({ madeAt, usedAt }: Refresh): boolean {
    const now = this.#now().getTime()
    if (this.isTesting && now - madeAt >= 7 * dayMs) return false
    return now - usedAt < 183 * dayMs
  }

  #answer(refreshToken: string, { email, scopes, madeAt }: Omit<Refresh, 'usedAt'>): Granted {
    const accessToken = `ya29.${randomBytes(30).toString('base64url')}`
    const expiresAt = this.#now().getTime() + hourMs - 1_000
    this.#access.set(accessToken, { refreshToken, expiresAt })
    return {
      email,
      scopes,
      accessToken,
      accessExpiresAt: new Date(expiresAt),
      refreshToken,
      refreshExpiresAt: this.isTesting ? new Date(madeAt + 7 * dayMs) : undefined,
    }
  }
}
