import { randomBytes } from 'node:crypto'

interface Token {
  advertisers: readonly string[]
  readonly expiresAt: number
  readonly refresh: string | null
}

const codeMs = 3_600_000

/** Codes and tokens of the one app. */
export class Grants {
  readonly #codes = new Map<string, { readonly advertisers: readonly string[]; readonly endsAt: number }>()
  readonly #tokens = new Map<string, Token>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** What the portal sends back; works once, for an hour. */
  makeCode(advertisers: readonly string[]): string {
    const code = randomBytes(20).toString('hex')
    this.#codes.set(code, { advertisers, endsAt: this.#now().getTime() + codeMs })
    return code
  }

  /** What a code stands for; undefined once it was used or is old. */
  redeem(code: string): readonly string[] | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    return found && found.endsAt > this.#now().getTime() ? found.advertisers : undefined
  }

  /** Hands out a token; without `seconds` it lives until it is revoked. */
  grant(advertisers: readonly string[], seconds: number | null = null): { token: string; refresh: string | null } {
    const token = randomBytes(20).toString('hex')
    const refresh = seconds === null ? null : randomBytes(20).toString('hex')
    const expiresAt = seconds === null ? Number.POSITIVE_INFINITY : this.#now().getTime() + seconds * 1_000
    this.#tokens.set(token, { advertisers, expiresAt, refresh })
    return { token, refresh }
  }

  /** Trades a refresh token for a new pair; the old token ends. */
  refresh(refresh: string, seconds: number): { token: string; refresh: string | null } | undefined {
    for (const [token, held] of this.#tokens) {
      if (held.refresh !== refresh) continue
      this.#tokens.delete(token)
      return this.grant(held.advertisers, seconds)
    }
    return undefined
  }

  /** The advertisers of a token that works; `expired` and undefined (revoked or made up) do not. */
  look(token: string): readonly string[] | 'expired' | undefined {
    const found = this.#tokens.get(token)
    if (!found) return undefined
    return found.expiresAt > this.#now().getTime() ? found.advertisers : 'expired'
  }

  /** Changes which accounts a token reaches. */
  share(token: string, advertisers: readonly string[]): void {
    const found = this.#tokens.get(token)
    if (found) found.advertisers = advertisers
  }

  /** Ends one token, or all of them. */
  revoke(token?: string): void {
    if (token === undefined) this.#tokens.clear()
    else this.#tokens.delete(token)
  }
}
