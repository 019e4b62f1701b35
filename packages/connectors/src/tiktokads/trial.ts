import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Clock } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import type { AdAccount, AdAccountRecord, AdDayRecord, AdEntityRecord, AdHoursRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectionSettings, ConnectorContext, Page, Renew } from '../contract.ts'
import { type FailureKind, isConnectorError } from '../failures.ts'
import type { AdSource, FakeAdAccount } from '../fake/ad-source.ts'
import { sampleAds } from '../fake/sample-ads.ts'
import { createHttpClient } from '../http/index.ts'
import { memoryPauses } from '../pauses.testing.ts'
import { adDaysStream } from './ad-days.ts'
import { startTikTokAdsFake, type TikTokAdsFake, type TikTokAdsFakeOptions } from './fake/index.ts'

/** A simulated platform and a client that waits for nothing; both end with the test. */
export interface Trial {
  readonly fake: TikTokAdsFake
  readonly source: AdSource
  readonly token: string
  readonly app: ConnectionSettings
  /** Pauses that would have been made, milliseconds. */
  readonly pauses: number[]
  /** The moment that everything happens at; it can be moved on. */
  readonly time: { now: Date }
  readonly ctx: (more?: Partial<ConnectorContext>) => ConnectorContext
}

export const noon = new Date('2026-11-21T12:00:00Z')

/** Two accounts, one of them on UTC-8, with ids that no number holds. */
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
export async function startTrial(t: TestContext, options: Partial<TikTokAdsFakeOptions> = {}): Promise<Trial> {
  const source = options.source ?? smallAds()
  const time = { now: noon }
  const fake = await startTikTokAdsFake({ now: () => time.now, ...options, source })
  const pauses: number[] = []
  const clock: Clock = { now: () => time.now }
  const http = createHttpClient({
    log: { debug: () => {}, warn: () => {} },
    clock,
    userAgent: 'Tillsight/0.1 (+https://tillsight.example)',
    allowPrivateAddresses: true,
    pace: 'off',
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      pauses.push(ms)
    },
  })
  t.after(async () => {
    http.close()
    await fake.stop()
  })
  const token = fake.grant()
  const settings: ConnectionSettings = { accessToken: token }
  const app = appOf(fake)
  const signal = new AbortController().signal
  const renew: Renew = async (spent, grant) => ({ ...spent, ...(await grant({ ...settings, ...spent })) })
  const chosen = source.accounts.map(toChosen)
  const around = { clock, pauses: memoryPauses(clock), since: '2026-11-21T11:00:00Z' }
  const usual = { settings, app, renew, http, signal, ...around, accounts: chosen }
  return { fake, source, token, app, pauses, time, ctx: (more) => ({ ...usual, ...more }) }
}

/** The operator's settings for a simulated platform; nothing waits for its turn. */
export function appOf(fake: TikTokAdsFake): ConnectionSettings {
  return { appId: fake.app.appId, appSecret: fake.app.secret, url: fake.url, requestsPerSecond: '1000000' }
}

/** An account as it was when it was chosen. */
export function toChosen({ id, name, currency, zone }: FakeAdAccount): AdAccount {
  return {
    id,
    name,
    currency,
    zone,
    status: 'active',
    statusText: 'STATUS_ENABLE',
    readable: true,
    note: null,
    via: null,
  }
}

/** Reads a stream to its end. */
export async function collectPages(pages: AsyncIterable<Page<AdRecord>>): Promise<Page<AdRecord>[]> {
  const collected: Page<AdRecord>[] = []
  for await (const page of pages) collected.push(page)
  return collected
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
export async function readNow({ ctx }: Pick<Trial, 'ctx'>, from: Checkpoint | null = null) {
  return await collectPages(adDaysStream.increment(ctx(), from))
}

/** What was read without the moment of it. */
function plain(records: readonly AdDayRecord[]) {
  const sorted = (record: AdDayRecord) => ({
    ...record,
    rows: record.rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  })
  return new Map(records.map((record) => [`${record.accountId} ${record.day}`, sorted(record)]))
}

/** All days of a first increment, by account and day. */
export async function wholeReading(trial: Trial) {
  return plain(recordsOf(await readNow(trial), 'ad_day'))
}
