import type { TestContext } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import { type SampleAds, sampleAds } from '../../../../simulators/ads/sample-ads.ts'
import type { AdSource } from '../../../../simulators/ads/world.ts'
import {
  type Fault,
  type GoogleAdsFake,
  type GoogleAdsFakeOptions,
  startGoogleAdsFake,
} from '../../../../simulators/googleads/index.ts'
import type { AdAccount, AdDayRecord, AdRecord, AdRow } from '../ad-records.ts'
import type { ConnectionSettings, ConnectorContext, Page } from '../contract.ts'
import { chosen, collectPages, startContext, storing } from '../fixture.testing.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'

export { collectPages }

/** A simulated platform and a client that waits for nothing; both end with the test. */
export interface Fixture {
  readonly fake: GoogleAdsFake
  readonly source: AdSource
  readonly settings: ConnectionSettings
  readonly app: ConnectionSettings
  readonly accounts: readonly AdAccount[]
  /** The pauses that the client would have made, in milliseconds. */
  readonly pauses: number[]
  /** Sets the time of platform and connector. */
  at(instant: string): void
  /** The currently stored settings of the connection. */
  stored(): ConnectionSettings
  ctx(more?: Partial<ConnectorContext>): ConnectorContext
}

/** The default account of the fixture. */
export const shopAccount = {
  id: '1234567890',
  name: 'Shop',
  currency: 'EUR',
  zone: 'Europe/Vienna',
  status: 'active',
} as const

/** Changes to the default fixture: one account with three small campaigns. */
export interface FixtureOptions extends Omit<GoogleAdsFakeOptions, 'source' | 'now'> {
  readonly source?: AdSource
  readonly ads?: Partial<SampleAds>
  readonly instant?: string
}

/** Starts a platform with a signed-in user. */
export async function startFixture(
  t: TestContext,
  { source: given, ads, instant, ...options }: FixtureOptions = {},
): Promise<Fixture> {
  let clock = fixedClock(instant ?? '2026-11-20T12:00:00Z')
  const source = given ?? sampleOf(ads)
  const fake = await startGoogleAdsFake({ ...options, source, now: () => clock.now() })
  const { pauses, around } = startContext(t, { clock: { now: () => clock.now() }, stop: () => fake.stop() })
  const settings = settingsOf(fake)
  const { renew, stored } = storing(settings)
  const accounts = chosenOf(source)
  const usual = { app: appOf(fake), renew, ...around, since: clock.now().toISOString(), accounts }
  return {
    fake,
    source,
    settings,
    app: usual.app,
    accounts,
    pauses,
    at: (text) => {
      clock = fixedClock(text)
    },
    stored,
    ctx: (more) => ({ ...usual, settings: stored(), ...more }),
  }
}

function sampleOf(ads: Partial<SampleAds> = {}): AdSource {
  return sampleAds({
    seed: 3,
    idDigits: 19,
    accounts: [shopAccount],
    campaigns: 3,
    adSetsPerCampaign: 2,
    adsPerAdSet: 2,
    startsOn: parseDay('2026-09-01'),
    withWhole: true,
    ...ads,
  })
}

/** The operator's settings for a simulated platform. */
export function appOf(fake: GoogleAdsFake): ConnectionSettings {
  return { ...fake.app, adsUrl: fake.url, oauthUrl: fake.oauthUrl }
}

/** The settings of a connection after signing in on screen. */
export function settingsOf(fake: GoogleAdsFake): ConnectionSettings {
  const { accessToken, accessExpiresAt, refreshToken, email } = fake.grant()
  const grantedAt = fake.world.ads.now().toISOString()
  const expiring = { accessToken, accessExpiresAt: accessExpiresAt.toISOString() }
  return { ...expiring, refreshToken, grantedAt, login: email, loginId: '107' }
}

/** All accounts of a source, as selected accounts. */
export function chosenOf(source: AdSource): AdAccount[] {
  return source.accounts.map((account) => chosen(account, 'ENABLED'))
}

/** The records of all pages. */
export function recordsOf(pages: readonly Page<AdRecord>[]): AdRecord[] {
  return pages.flatMap((page) => page.records)
}

/** The day records; for each account and day the last one. */
export function daysOf(pages: readonly Page<AdRecord>[]): Map<string, AdDayRecord> {
  const days = new Map<string, AdDayRecord>()
  for (const record of recordsOf(pages))
    if (record.type === 'ad_day') days.set(`${record.accountId} ${record.day}`, record)
  return days
}

/** The rows of one level of a day. */
export function rowsOf(pages: readonly Page<AdRecord>[], day: Day | string, level: AdRow['level']): AdRow[] {
  const found = [...daysOf(pages).values()].filter((record) => record.day === day)
  return found.flatMap(({ rows }) => rows.filter((row) => row.level === level))
}

/** A decimal text in millionths, parsed independently of the connector. */
export function micros(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'error', category: 'authenticationError', code: 'OAUTH_TOKEN_REVOKED' },
  forbidden: { kind: 'error', category: 'authorizationError', code: 'USER_PERMISSION_DENIED' },
  throttled: { kind: 'quota', scope: 'ACCOUNT', retrySeconds: 3_600 },
  failing: { kind: 'status', status: 500 },
  nonsense: { kind: 'status', status: 200, body: '[{"results":[{"campa' },
}

/** The simulated platform for the contract suite: two accounts with some months of figures. */
export async function startGoogleAdsContractFake(): Promise<ConnectorFake> {
  const now = new Date()
  const source = sampleAds({
    seed: 6,
    idDigits: 19,
    accounts: [
      { id: '1234567890', name: 'Shop', currency: 'EUR', zone: 'Europe/Vienna', status: 'active' },
      { id: '2234567890', name: 'Shop in America', currency: 'USD', zone: 'America/Chicago', status: 'active' },
    ],
    campaigns: 3,
    adSetsPerCampaign: 2,
    adsPerAdSet: 2,
    startsOn: addDays(dayOf(now, 'Etc/UTC'), -70),
    withWhole: true,
  })
  const fake = await startGoogleAdsFake({ source, now: () => now })
  return {
    settings: settingsOf(fake),
    app: appOf(fake),
    accounts: chosenOf(source),
    wrongSettings: { token: `1//0${'x'.repeat(40)}` },
    misbehave: (how) => fake.faults.add(faults[how]),
    behave: () => fake.faults.clear(),
    stop: async () => await fake.stop(),
  }
}
