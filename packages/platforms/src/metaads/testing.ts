import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Day, parseDay } from '@tillsight/core/days'
import { sampleAds } from '../../../../simulators/ads/sample-ads.ts'
import type { AdSource } from '../../../../simulators/ads/world.ts'
import {
  type Fault,
  type MetaAdsFake,
  type MetaAdsFakeOptions,
  startMetaAdsFake,
} from '../../../../simulators/metaads/index.ts'
import type { AdAccount, AdDayRecord, AdRecord } from '../ad-records.ts'
import type { AnyRecord, Checkpoint, ConnectionSettings, ConnectorContext, Page } from '../contract.ts'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { chosen, collectPages, startContext, storing } from '../fixture.testing.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { adDaysStream } from './ad-days.ts'

export { collectPages as collect }

/** A clock that advances while the client pauses. */
export interface FixtureClock {
  now(): Date
  pass(ms: number): void
}

/** A simulated Meta and a client that waits for nothing; both end with the test. */
export interface Fixture {
  readonly fake: MetaAdsFake
  readonly source: AdSource
  readonly clock: FixtureClock
  readonly app: ConnectionSettings
  /** The currently stored settings. */
  readonly stored: () => ConnectionSettings
  readonly accounts: readonly AdAccount[]
  /** The pauses that were made, in milliseconds. */
  readonly pauses: number[]
  /** The addresses in the client's log. */
  readonly logged: string[]
  readonly ctx: (more?: Partial<ConnectorContext>) => ConnectorContext
}

/** Noon of a Saturday in Berlin. */
export const noon = '2026-11-21T11:00:00Z'

/** A small account with everything in it: several kinds, a paused and a removed campaign, one without anything below. */
export function smallSource(more: Partial<Parameters<typeof sampleAds>[0]> = {}): AdSource {
  return sampleAds({
    seed: 3,
    idDigits: 19,
    accounts: [{ id: '1234', name: 'Main', currency: 'EUR', zone: 'Europe/Berlin', status: 'active' }],
    campaigns: 8,
    adSetsPerCampaign: 2,
    adsPerAdSet: 2,
    startsOn: parseDay('2026-09-01'),
    withWhole: true,
    ...more,
  })
}

/** Starts a Meta with a user who has connected on screen. */
export async function startFixture(
  t: TestContext,
  options: Partial<MetaAdsFakeOptions> & { readonly at?: string } = {},
): Promise<Fixture> {
  let now = new Date(options.at ?? noon)
  const clock: FixtureClock = {
    now: () => now,
    pass: (ms) => {
      now = new Date(now.getTime() + ms)
    },
  }
  const source = options.source ?? smallSource()
  const fake = await startMetaAdsFake({ source, now: () => clock.now(), runPolls: 0, ...options })
  const logged: string[] = []
  const keep = (fields: object) => void logged.push(JSON.stringify(fields))
  const { pauses, around } = startContext(t, {
    clock,
    log: { debug: keep, warn: keep },
    onPause: (ms) => clock.pass(ms),
    stop: () => fake.stop(),
  })
  const settings = { accessToken: fake.grant(), exchangedAt: now.toISOString(), personName: 'Maria Keller' }
  const { renew, stored } = storing(settings)
  const accounts = chosenAccounts(source)
  const app = appOf(fake)
  const ctx = (more: Partial<ConnectorContext> = {}): ConnectorContext => {
    const usual = { settings: stored(), app, renew, ...around, since: now.toISOString(), accounts }
    return { ...usual, ...more }
  }
  return { fake, source, clock, app, stored, accounts, pauses, logged, ctx }
}

/** The operator's settings for a simulated platform. */
export function appOf({ app, graphUrl, dialogUrl }: MetaAdsFake): ConnectionSettings {
  return { appId: app.appId, appSecret: app.appSecret, graphUrl, dialogUrl }
}

/** All accounts of a source, as they were seen when they were chosen. */
export function chosenAccounts({ accounts }: AdSource): AdAccount[] {
  const texts = { active: 'Active', limited: 'Unsettled', closed: 'Closed' }
  return accounts.map((account) => ({ ...chosen(account, texts[account.status]), status: account.status }))
}

/** The pages that a stream delivered before it failed, and the failure. */
export async function collectUntilFailure(
  pages: AsyncIterable<Page<AnyRecord>>,
): Promise<{ readonly pages: readonly Page<AnyRecord>[]; readonly error: unknown }> {
  const collected: Page<AnyRecord>[] = []
  try {
    for await (const page of pages) collected.push(page)
  } catch (error) {
    return { pages: collected, error }
  }
  return { pages: collected, error: undefined }
}

/** Records of one type. */
export function recordsOf<T extends AdRecord['type']>(
  pages: readonly Page<AnyRecord>[],
  type: T,
): Extract<AdRecord, { type: T }>[] {
  return pages.flatMap(({ records }) =>
    records.filter((record): record is Extract<AdRecord, { type: T }> => record.type === type),
  )
}

/** The record of a day; fails where there is none. */
export function dayOfPages(pages: readonly Page<AnyRecord>[], day: Day, accountId = '1234'): AdDayRecord {
  const found = recordsOf(pages, 'ad_day').find((one) => one.day === day && one.accountId === accountId)
  assert.ok(found, `nothing was delivered for ${day}`)
  return found
}

/** A checkpoint after a completed first reading, so that only recent days are read. */
export function readUpTo(at: string, accounts: readonly string[] = ['1234', '1', '2']): Checkpoint {
  const marks = JSON.stringify({ quarterAt: at, monthAt: at, weekAt: at, through: at })
  return Object.fromEntries(accounts.map((id) => [`account ${id}`, marks]))
}

/** Reads the recent days: today and yesterday. */
export const fresh = (fixture: Fixture) => adDaysStream.increment(fixture.ctx(), readUpTo('2026-11-21T10:00:00Z'))

/** The failure of a promise. */
export async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  try {
    await work
  } catch (error) {
    if (isConnectorError(error)) return error.failure
    throw error
  }
  throw new Error('It did not fail')
}

/** A source with two identical accounts. */
export function two(): Fixture['source'] {
  const account = { currency: 'EUR', zone: 'Europe/Berlin', status: 'active' as const }
  return smallSource({
    accounts: [
      { ...account, id: '1', name: 'One' },
      { ...account, id: '2', name: 'Two' },
    ],
    campaigns: 2,
  })
}

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'token', subcode: 460 },
  forbidden: {
    kind: 'error',
    code: 200,
    status: 403,
    message: '(#200) Ad account owner has NOT grant ads_read permission',
  },
  throttled: { kind: 'error', code: 17, subcode: 2_446_079, message: '(#17) User request limit reached' },
  failing: { kind: 'error', code: 2, status: 500, message: '(#2) Service temporarily unavailable' },
  nonsense: { kind: 'truncated' },
}

/** The simulated Meta for the contract suite: several windows of days, and several pages of ads. */
export async function startMetaAdsContractFake(): Promise<ConnectorFake> {
  const source = sampleAds({
    seed: 6,
    idDigits: 18,
    accounts: [{ id: '4001', name: 'Main', currency: 'EUR', zone: 'Europe/Berlin', status: 'active' }],
    campaigns: 8,
    adSetsPerCampaign: 2,
    adsPerAdSet: 15,
    startsOn: parseDay('2026-10-15'),
    withWhole: true,
  })
  const now = new Date()
  const fake = await startMetaAdsFake({ source, now: () => now, runPolls: 0 })
  let token = fake.grant()
  const settings = () => ({ accessToken: token, exchangedAt: now.toISOString() })
  return {
    get settings() {
      return settings()
    },
    app: appOf(fake),
    accounts: chosenAccounts(source),
    wrongSettings: { token: `EAA${'0'.repeat(40)}` },
    misbehave: (how) => fake.faults.add(faults[how]),
    behave: () => {
      fake.faults.clear()
      // An expired token stays expired.
      token = fake.grant()
    },
    stop: async () => await fake.stop(),
  }
}
