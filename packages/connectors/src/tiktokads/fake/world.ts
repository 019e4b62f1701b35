import type { AdSource, FakeAdAccount } from '../../fake/ad-source.ts'
import { FakeFaults } from './faults.ts'
import { Figures } from './figures.ts'
import { Grants } from './grants.ts'
import { Limits } from './limits.ts'
import type { AccountState, PlatformState, TikTokAdsFakeOptions, TikTokApp } from './options.ts'
import { Conversions } from './received-conversions.ts'
import type { Task } from './task.ts'

/** Everything that the parts of the simulated platform share. */
export interface World {
  /** Address of the simulator, without a trailing slash. */
  readonly url: string
  readonly app: TikTokApp
  readonly source: AdSource
  readonly options: TikTokAdsFakeOptions
  readonly faults: FakeFaults
  readonly grants: Grants
  readonly limits: Limits
  readonly figures: Figures
  readonly tasks: Map<string, Task>
  readonly state: PlatformState
  readonly conversions: Conversions
  /** Pixels by the tokens that Events Manager made for them. */
  readonly pixelTokens: Map<string, string>
  now(): Date
  account(id: string): FakeAdAccount | undefined
  /** Throws for an account that does not exist. */
  stateOf(id: string): AccountState
}

/** Builds a platform for an address. */
export function makeWorld(options: TikTokAdsFakeOptions, url: string): World {
  const now = options.now ?? (() => new Date())
  const accounts = new Map(options.source.accounts.map((account) => [account.id, account]))
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
    isSandbox: false,
    taskEnds: [],
    appMismatch: false,
    tokenSeconds: null,
  }
  return {
    url,
    app,
    source: options.source,
    options,
    faults: new FakeFaults(),
    grants: new Grants(now),
    limits: new Limits(options.limits ?? 'off', now),
    figures: new Figures({
      source: options.source,
      stateOf,
      now,
      attribution: options.attribution ?? { clickDays: 7, viewDays: 1 },
    }),
    tasks: new Map(),
    state,
    conversions: new Conversions(),
    pixelTokens: new Map(),
    now,
    account: (id) => accounts.get(id),
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
