// Shops that read simulated ad platforms, for tests of real connectors together with the facts.

import { type ConnectionId, toConnectionId } from '@tillsight/core'
import { addDays, parseDay } from '@tillsight/core/days'
import {
  type AdSource,
  type GoogleAdsFake,
  type MetaAdsFake,
  sampleAds,
  startGoogleAdsFake,
  startMetaAdsFake,
  startTikTokAdsFake,
  type TikTokAdsFake,
} from '../../../../simulators/index.ts'
import { connectWithKeys } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { openTestShop, type TestShop, type TestShopOptions, type TestStores } from '../sync/testing.ts'
import { chooseAccounts } from './index.ts'

/** The current time of platforms and shops in these tests. */
export const adsNow = '2026-11-20T12:00:00Z'
/** Number of days with advertising. */
export const advertisedDays = 75

interface CleanUp {
  after(work: () => Promise<void>): void
}

/** A simulated platform, with everything needed to connect a shop to it. */
export interface SimulatedAds {
  readonly connector: 'googleads' | 'metaads' | 'tiktokads'
  readonly source: AdSource
  /** Settings of the operator's app. */
  readonly apps: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly token: () => string
  /** Values entered in addition to the token. */
  readonly values?: Readonly<Record<string, string>>
}

type Now = () => Date
const usually: Now = () => new Date(adsNow)

function sourceOf(idDigits: number, prefix: string): AdSource {
  return sampleAds({
    seed: 5,
    idDigits,
    accounts: [
      { id: `${prefix}1`, name: 'Shop', currency: 'EUR', zone: 'Europe/Berlin', status: 'active' },
      { id: `${prefix}2`, name: 'Shop in America', currency: 'USD', zone: 'America/Chicago', status: 'active' },
    ],
    campaigns: 3,
    adSetsPerCampaign: 2,
    adsPerAdSet: 2,
    startsOn: addDays(parseDay('2026-11-20'), -advertisedDays),
    withWhole: true,
  })
}

/** Simulates Google Ads with two accounts. */
export async function simulateGoogle(
  t: CleanUp,
  now: Now = usually,
): Promise<SimulatedAds & { readonly fake: GoogleAdsFake }> {
  const source = sourceOf(11, '123456789')
  const fake = await startGoogleAdsFake({ source, now })
  t.after(() => fake.stop())
  const apps = { googleads: { ...fake.app, adsUrl: fake.url, oauthUrl: fake.oauthUrl } }
  return { connector: 'googleads', source, apps, fake, token: () => fake.grant().refreshToken }
}

/** Simulates Meta with two accounts. */
export async function simulateMeta(
  t: CleanUp,
  now: Now = usually,
): Promise<SimulatedAds & { readonly fake: MetaAdsFake }> {
  const source = sourceOf(17, '100000')
  const fake = await startMetaAdsFake({ source, now, runPolls: 0 })
  t.after(() => fake.stop())
  const { appId, appSecret } = fake.app
  const apps = { metaads: { appId, appSecret, graphUrl: fake.graphUrl, dialogUrl: fake.dialogUrl } }
  return { connector: 'metaads', source, apps, fake, token: () => fake.grant() }
}

/** Simulates TikTok with two accounts. */
export async function simulateTikTok(
  t: CleanUp,
  now: Now = usually,
): Promise<SimulatedAds & { readonly fake: TikTokAdsFake }> {
  const source = sourceOf(19, '700000000000000000')
  const fake = await startTikTokAdsFake({ source, now })
  t.after(() => fake.stop())
  const { appId, secret } = fake.app
  const apps = { tiktokads: { appId, appSecret: secret, url: fake.url, requestsPerSecond: '1000000' } }
  return { connector: 'tiktokads', source, apps, fake, token: () => fake.grant(), values: { appId, appSecret: secret } }
}

/** Opens a shop with the operator's apps configured. */
export async function openAdsShop(
  stores: TestStores,
  { apps }: Pick<SimulatedAds, 'apps'>,
  options: TestShopOptions = {},
): Promise<TestShop> {
  const shop = await openTestShop(stores, options)
  const connections = { ...shop.services.connections, apps }
  return { ...shop, ctx: { ...shop.ctx, services: connections }, services: { ...shop.services, connections } }
}

/** Connects the platform with a token and chooses all of its accounts. */
export async function connectAds({ ctx }: TestShop, simulated: SimulatedAds): Promise<ConnectionId> {
  const { connector, source, token, values } = simulated
  const { id } = await run(connectWithKeys, ctx, { connector, values: { ...values, token: token() } })
  await run(chooseAccounts, ctx, { connection: id, accounts: source.accounts.map((account) => account.id) })
  return toConnectionId(id)
}
