// Ads of a shop, as many as a benchmark wants, written by the engine itself: what a long reading leaves behind.
import { addDays } from '@tillsight/core/days'
import {
  createConnection,
  saveAdAccounts,
  saveSyncState,
  updateAdAccounts,
  updateConnection,
} from '@tillsight/database'
import type { Shop } from '@tillsight/domain'
import type { Runtime } from '../server/runtime.ts'
import { openBareEngine } from './bare-engine.ts'
import { lastDay, zone } from './facts.ts'

/** How much to make: three platforms share the ads evenly. */
export interface AdSize {
  readonly ads: number
  readonly days: number
}

/** The platforms, each with one account. */
export const adPlatforms = ['googleads', 'metaads', 'tiktokads'] as const
const adsPerSet = 10
const setsPerCampaign = 5

/** Makes ads with a row for every day, what they are called, and the connections that they came through. */
export async function makeAds(runtime: Runtime, shop: Shop, { ads, days }: AdSize): Promise<void> {
  for (const platform of adPlatforms) await connect(runtime, shop, platform)
  const engine = openBareEngine(runtime.stores.warehouseUrl)
  const from = addDays(lastDay(), 1 - days)
  try {
    await engine.command({ query: daysSql, query_params: { shop: shop.id, ads, days, from, zone } })
    for (const level of ['campaign', 'ad_set', 'ad'] as const) {
      await engine.command({ query: entitiesSql(level), query_params: { shop: shop.id, ads } })
    }
    await runtime.stores.warehouse.optimize('ad_days')
    await runtime.stores.warehouse.optimize('ad_entities')
  } finally {
    await engine.close()
  }
}

/** An ad platform that was read completely a moment ago, and is left alone. */
async function connect({ stores, clock }: Runtime, shop: Shop, platform: string): Promise<void> {
  const { kysely } = stores.database
  const secrets = Buffer.from('nobody reads these')
  const wish = { shopId: shop.id, connector: platform, settings: {}, secrets, status: 'active' } as const
  const { id } = await createConnection(kysely, wish)
  await updateConnection(kysely, id, { paused: true })
  const account = {
    connectionId: id,
    shopId: shop.id,
    platform,
    accountId: '1',
    name: 'Account',
    currency: 'EUR',
    zone,
  }
  const now = clock.now()
  await saveAdAccounts(kysely, [
    { ...account, status: 'active', statusText: 'ACTIVE', readable: true, note: null, via: null, seenAt: now },
  ])
  await updateAdAccounts(kysely, { connection: id }, { chosen: true, taken: true })
  for (const mode of ['backfill', 'increment'] as const) {
    await saveSyncState(kysely, { connectionId: id, stream: 'ad_days', mode }, { lastSuccessAt: now })
  }
}

// Independent draws for one ad on one day: \`sipHash64(…)\` of a name is a die of its own.
const die = (name: string, sides: number): string => `(sipHash64(n, '${name}') % ${sides})`

const placeSql = `
  intDiv(ad, ${adsPerSet}) AS ad_set, intDiv(ad_set, ${setsPerCampaign}) AS campaign,
  arrayElement(['googleads', 'metaads', 'tiktokads'], 1 + campaign % 3) AS platform, '1' AS account_id,
  toString(20000000000 + campaign) AS campaign_id, toString(30000000000 + ad_set) AS set_key,
  toString(40000000000 + ad) AS ad_key`

const daysSql = `
INSERT INTO ad_days
WITH ${placeSql}, toInt64(${die('clicks', 90)}) + 1 AS clicked, toDecimal64(clicked * (20 + ${die('price', 80)}), 6) / 100 AS spent,
  toInt64(${die('bought', 3)}) AS bought
SELECT {shop:UUID} AS shop_id, {from:Date} + intDiv(n, {ads:UInt64}) AS day, platform, account_id, campaign_id,
  set_key AS ad_set_id, ad_key AS ad_id, platform AS channel, 'ad_spend' AS counts_as, 'EUR' AS currency, spent AS spend, clicked * 70 AS impressions, clicked AS clicks,
  clicked AS link_clicks, 0 AS views, toDecimal64(bought, 6) AS purchases, toDecimal64(bought * (2000 + ${die('value', 9000)}), 6) / 100 AS purchase_value,
  [] AS claim_rules, [] AS claim_purchases, [] AS claim_values, '7d_click_1d_view, impression' AS attribution, {zone:String} AS zone,
  now('UTC') AS fetched_at, 1 AS version, 0 AS is_deleted
FROM (SELECT number AS n, number % {ads:UInt64} AS ad FROM numbers({ads:UInt64} * {days:UInt64}))`

function entitiesSql(level: 'campaign' | 'ad_set' | 'ad'): string {
  const per = { campaign: adsPerSet * setsPerCampaign, ad_set: adsPerSet, ad: 1 }[level]
  // No platform has ads with a budget of their own.
  const budget = level === 'ad' ? 'none' : 'day'
  const [set, ad] = [level === 'campaign' ? "''" : 'set_key', level === 'ad' ? 'ad_key' : "''"]
  return `
INSERT INTO ad_entities
WITH ${placeSql}
SELECT {shop:UUID} AS shop_id, platform, account_id, '${level}' AS level, campaign_id, ${set} AS ad_set_id, ${ad} AS ad_id,
  concat('${level} ', toString(${level})) AS name, 'active' AS status, 'ACTIVE' AS status_text, 'Prospecting' AS kind,
  toDecimal64(50, 6) AS budget, '${budget}' AS budget_per, '' AS budget_shared_by, toDate(0) AS starts_on, toDate(0) AS ends_on,
  'https://large.test/' AS landing_url, '' AS url_tags, '' AS creative_id, '' AS title, '' AS text, '' AS image_url, 0 AS is_video,
  now('UTC') AS seen_at, 1 AS version, 0 AS is_deleted
FROM (SELECT number * ${per} AS ad FROM numbers(intDiv({ads:UInt64}, ${per})))`
}
