import { randomBytes } from 'node:crypto'
import { Conversions, type ReceivedEvent } from '../ads/conversions.ts'
import { AdWorld, type FakeAdAccount } from '../ads/world.ts'
import { Faults } from '../web/faults.ts'
import { type FakeFaults, isAbout } from './faults.ts'
import { Figures } from './figures.ts'
import type { AccountState, FakeLimits, PlatformState, TikTokAdsFakeOptions, TikTokApp } from './options.ts'
import type { ReportQuery } from './report-query.ts'
import { Refusal } from './responses.ts'

const codeMs = 3_600_000

/** Codes and tokens of the one app. */
class Grants {
  readonly #codes = new Map<string, { readonly advertisers: readonly string[]; readonly endsAt: number }>()
  readonly #tokens = new Map<string, Token>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Issues the code that the portal returns: valid once, for an hour. */
  makeCode(advertisers: readonly string[]): string {
    const code = randomBytes(20).toString('hex')
    this.#codes.set(code, { advertisers, endsAt: this.#now().getTime() + codeMs })
    return code
  }

  /** The accounts of a code; undefined if it was used or has expired. */
  redeem(code: string): readonly string[] | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    return found && found.endsAt > this.#now().getTime() ? found.advertisers : undefined
  }

  /** Issues a token; without `seconds` it is valid until revoked. */
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

  /** The advertisers of a valid token; `expired`, or undefined if revoked or unknown. */
  look(token: string): readonly string[] | 'expired' | undefined {
    const found = this.#tokens.get(token)
    if (!found) return undefined
    return found.expiresAt > this.#now().getTime() ? found.advertisers : 'expired'
  }

  /** Changes the accounts that a token gives access to. */
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

const blockMs = 5 * 60_000
const dayMs = 24 * 3_600_000

/** Limits on the app's requests to each endpoint: per second, per minute (then blocked for five), and per day in UTC. */
class Limits {
  readonly #limits: FakeLimits | 'off'
  readonly #now: () => Date
  readonly #windows = new Map<string, Window>()
  readonly #blockedUntil = new Map<string, number>()

  constructor(limits: FakeLimits | 'off', now: () => Date) {
    this.#limits = limits
    this.#now = now
  }

  /** Counts a call; throws a `Refusal` above a limit. */
  count(endpoint: string): void {
    if (this.#limits === 'off') return
    const { perSecond, perMinute, perDay } = this.#limits
    const now = this.#now().getTime()
    if ((this.#blockedUntil.get(endpoint) ?? 0) > now) throw new Refusal(40132)
    if (this.#add(`day ${endpoint}`, now - (now % dayMs), dayMs) > perDay) {
      throw new Refusal(40133, 'Requests exceed the limit of the day; it is reset at 00:00 UTC.')
    }
    if (this.#add(`minute ${endpoint}`, now, 60_000) > perMinute) {
      this.#blockedUntil.set(endpoint, now + blockMs)
      throw new Refusal(40132)
    }
    if (this.#add(`second ${endpoint}`, now, 1_000) > perSecond) {
      throw new Refusal(40100, 'Requests from App are temporarily restricted due to too many requests.')
    }
  }

  #add(key: string, now: number, ms: number): number {
    const window = this.#windows.get(key)
    if (window && now < window.startedAt + ms) {
      window.count += 1
      return window.count
    }
    this.#windows.set(key, { startedAt: now, count: 1 })
    return 1
  }
}

/** The state shared by all parts of the simulated platform. */
export interface World {
  /** Address of the simulator, without a trailing slash. */
  readonly url: string
  readonly app: TikTokApp
  readonly ads: AdWorld
  readonly options: TikTokAdsFakeOptions
  readonly faults: FakeFaults
  readonly grants: Grants
  readonly limits: Limits
  readonly figures: Figures
  readonly tasks: Map<string, Task>
  readonly state: PlatformState
  readonly conversions: Conversions<ReceivedEvent & { readonly pixel: string; readonly event: string }>
  /** Pixels by their token from Events Manager. */
  readonly pixelTokens: Map<string, string>
  /** Throws if the account does not exist. */
  stateOf(id: string): AccountState
}

/** Builds a platform for an address. */
export function makeWorld(options: TikTokAdsFakeOptions, url: string): World {
  const ads = new AdWorld(options)
  const { now } = ads
  const states = new Map(options.source.accounts.map((account) => [account.id, toState(account)]))
  const stateOf = (id: string) => {
    const state = states.get(id)
    if (!state) throw new Error(`The sandbox has no advertiser ${id}`)
    return state
  }
  const app = options.app ?? { appId: '7100000000000000001', secret: 'sandbox-tiktok-secret' }
  const state: PlatformState = {
    infoRefused: false,
    bareIds: false,
    refusedPaths: new Set(),
    rowsMove: 0,
    fileRepeats: 0,
    isSandbox: false,
    taskEnds: [],
    appMismatch: false,
    tokenSeconds: null,
  }
  return {
    url,
    app,
    ads,
    options,
    faults: new Faults(isAbout, now),
    grants: new Grants(now),
    limits: new Limits(options.limits ?? 'off', now),
    figures: new Figures({ ads, stateOf, attribution: options.attribution ?? { clickDays: 7, viewDays: 1 } }),
    tasks: new Map(),
    state,
    conversions: new Conversions(),
    pixelTokens: new Map(),
    stateOf,
  }
}

const statuses = { active: 'STATUS_ENABLE', limited: 'STATUS_LIMIT', closed: 'STATUS_DISABLE' } as const

function toState({ currency, zone, status }: FakeAdAccount): AccountState {
  return {
    currency,
    zone,
    status: statuses[status],
    isGone: false,
    onlyGoals: false,
    hasOtherLegs: false,
    unknownMetrics: new Set(),
    unavailable: [],
    hiddenAds: new Set(),
    gmvMaxInTotals: false,
  }
}

interface Window {
  startedAt: number
  count: number
}

interface Token {
  advertisers: readonly string[]
  readonly expiresAt: number
  readonly refresh: string | null
}

/** One asynchronous report. */
export interface Task {
  readonly id: string
  readonly query: ReportQuery
  readonly format: string
  readonly createdAt: number
  /** How it ends if it does not succeed. */
  readonly ends: 'FAILED' | 'CANCELED' | undefined
  isCanceled: boolean
}
