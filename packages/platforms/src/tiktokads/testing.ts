import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import { sampleAds } from '../../../../simulators/ads/sample-ads.ts'
import type { AdSource, FakeAdAccount } from '../../../../simulators/ads/world.ts'
import {
  type Fault,
  startTikTokAdsFake,
  type TikTokAdsFake,
  type TikTokAdsFakeOptions,
} from '../../../../simulators/tiktokads/index.ts'
import type { AdAccount, AdAccountRecord, AdDayRecord, AdEntityRecord, AdHoursRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectionSettings, ConnectorContext, Page, Renew } from '../contract.ts'
import { type FailureKind, isConnectorError } from '../failures.ts'
import { chosen, collectPages, startContext } from '../fixture.testing.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { adDaysStream } from './ad-days.ts'

export { collectPages }

/** A simulated platform and a client that waits for nothing; both end with the test. */
export interface Fixture {
  readonly fake: TikTokAdsFake
  readonly source: AdSource
  readonly token: string
  readonly app: ConnectionSettings
  /** The pauses that the client would have made, in milliseconds. */
  readonly pauses: number[]
  /** The current time of the fixture; can be advanced. */
  readonly time: { now: Date }
  readonly ctx: (more?: Partial<ConnectorContext>) => ConnectorContext
}

export const noon = new Date('2026-11-21T12:00:00Z')

/** Two accounts, one of them on UTC-8, with ids too long for a number. */
export const accounts = [
  { id: '7001234567890123456', name: 'Socks EU', currency: 'EUR', zone: 'Europe/Berlin', status: 'active' },
  { id: '7009876543210987654', name: 'Socks US', currency: 'USD', zone: 'Etc/GMT+8', status: 'active' },
] as const satisfies readonly Pick<FakeAdAccount, 'id' | 'name' | 'currency' | 'zone' | 'status'>[]

/** Some weeks of a small platform; the last campaign of each account is GMV Max, one before it is deleted. */
export function smallAds(more: Partial<Parameters<typeof sampleAds>[0]> = {}): AdSource {
  return sampleAds({
    seed: 7,
    idDigits: 19,
    accounts,
    campaigns: 7,
    adSetsPerCampaign: 1,
    adsPerAdSet: 2,
    startsOn: parseDay('2026-10-01'),
    withWhole: true,
    ...more,
  })
}

/** Starts a platform with access for all its accounts. */
export async function startFixture(t: TestContext, options: Partial<TikTokAdsFakeOptions> = {}): Promise<Fixture> {
  const source = options.source ?? smallAds()
  const time = { now: noon }
  const fake = await startTikTokAdsFake({ now: () => time.now, ...options, source })
  const { pauses, around } = startContext(t, { clock: { now: () => time.now }, stop: () => fake.stop() })
  const token = fake.grant()
  const settings: ConnectionSettings = { accessToken: token }
  const app = appOf(fake)
  const renew: Renew = async (spent, grant) => ({ ...spent, ...(await grant({ ...settings, ...spent })) })
  const usual = {
    settings,
    app,
    renew,
    ...around,
    since: '2026-11-21T11:00:00Z',
    accounts: source.accounts.map(toChosen),
  }
  return { fake, source, token, app, pauses, time, ctx: (more) => ({ ...usual, ...more }) }
}

/** The operator's settings for a simulated platform, without rate limits. */
export function appOf(fake: TikTokAdsFake): ConnectionSettings {
  return { appId: fake.app.appId, appSecret: fake.app.secret, url: fake.url, requestsPerSecond: '1000000' }
}

/** An account as it was when it was chosen. */
export function toChosen(account: FakeAdAccount): AdAccount {
  return chosen(account, 'STATUS_ENABLE')
}

interface ByType {
  readonly ad_day: AdDayRecord
  readonly ad_account: AdAccountRecord
  readonly ad_hours: AdHoursRecord
  readonly ad_entity: AdEntityRecord
}

/** Records of one type out of some pages. */
export function recordsOf<T extends keyof ByType>(pages: readonly Page<AdRecord>[], type: T): ByType[T][] {
  const isOf = (record: AdRecord): record is ByType[T] & AdRecord => record.type === type
  return pages.flatMap(({ records }) => records.filter(isOf))
}

/** For `assert.rejects`: a failure of this kind. */
export function failsAs(kind: FailureKind, words?: RegExp) {
  return (error: unknown) => {
    if (!isConnectorError(error)) throw error
    assert.equal(error.failure.kind, kind, error.failure.message)
    if (words) assert.match(error.failure.message, words)
    return true
  }
}

/** An increment from this checkpoint to its end. */
export async function readNow({ ctx }: Pick<Fixture, 'ctx'>, from: Checkpoint | null = null) {
  return await collectPages(adDaysStream.increment(ctx(), from))
}

/** Records without their time of reading. */
function plain(records: readonly AdDayRecord[]) {
  const sorted = (record: AdDayRecord) => ({
    ...record,
    rows: record.rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  })
  return new Map(records.map((record) => [`${record.accountId} ${record.day}`, sorted(record)]))
}

/** All days of a first increment, by account and day. */
export async function wholeReading(fixture: Fixture) {
  return plain(recordsOf(await readNow(fixture), 'ad_day'))
}

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'code', code: 40_105 },
  forbidden: { kind: 'code', code: 40_118 },
  throttled: { kind: 'code', code: 40_100 },
  failing: { kind: 'gateway_timeout' },
  nonsense: { kind: 'truncated' },
}

/** The simulated platform for the contract suite: some weeks of two accounts. */
export async function startTikTokAdsContractFake(): Promise<ConnectorFake> {
  const now = new Date()
  const source = smallAds({ startsOn: addDays(dayOf(now, 'UTC'), -70), campaigns: 3, adsPerAdSet: 1 })
  const fake = await startTikTokAdsFake({ source, now: () => now })
  return {
    settings: { accessToken: fake.grant() },
    app: appOf(fake),
    accounts: source.accounts.map(toChosen),
    wrongSettings: { token: '0'.repeat(40), appId: fake.app.appId, appSecret: fake.app.secret },
    misbehave: (how) => fake.faults.add(faults[how]),
    behave: () => fake.faults.clear(),
    stop: async () => await fake.stop(),
  }
}
