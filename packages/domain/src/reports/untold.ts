import { currencyDecimals, formatAmount, parseAmount } from '@tillsight/core'
import type { MetricQuery } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'

const platform = 'tiktokads'

/** What TikTok tells of every campaign, also of those that stand in none of its usual reports. */
const toldOfAll = new Set([`${platform}.spend`, `${platform}.reach`])
/** Figures of all platforms that hold something which is not told of such campaigns. */
const ofAllPlatforms =
  /^(?:adImpressions|adClicks|adViews|adCpc|adCpm|adCtr|claimed(?:Conversions|Revenue|Roas|Cpa|ConversionRate))$/

function isUntold(metric: string): boolean {
  return metric.startsWith(`${platform}.`) ? !toldOfAll.has(metric) : ofAllPlatforms.test(metric)
}

const Some = z.object({ some: z.number() })
const Spent = z.object({ currency: z.string(), spent: z.string() })

/** A campaign without ads that was paid for and shown to nobody is one of which showing is not told. */
const everSql = `FROM ad_days
  WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND campaign_id != '' AND ad_set_id = '' AND ad_id = ''
    AND spend > 0 AND impressions = 0`
const untoldSql = `${everSql} AND day >= toDate({from:String}) AND day <= toDate({to:String})`

/**
 * Says what is missing from figures because TikTok tells only the spend and the orders of GMV Max: views, clicks and
 * purchases of it are not known, which is not zero. Nothing under filters, whose rows say it themselves.
 */
export async function untoldWarnings(
  { warehouse, facts, shop }: Pick<ShopContext, 'warehouse' | 'facts' | 'shop'>,
  query: MetricQuery,
  version: bigint | undefined,
): Promise<string[]> {
  if (!query.metrics.some(isUntold) || (query.filters ?? []).length > 0) return []
  const params = { platform, from: query.from, to: query.to }
  // Most shops have nothing of the kind, which is seen without putting restated days together.
  const look = (sql: string, bound: Partial<typeof params>) =>
    warehouse.read({ sql: `SELECT 1 AS some ${sql} LIMIT 1 SETTINGS final = 0`, params: bound }, Some)
  if (facts !== undefined && version !== undefined) {
    const ever = await facts.rows.recall(`${shop.id} ${version} untold`, () => look(everSql, { platform }))
    if (ever.length === 0) return []
  }
  const some = await look(untoldSql, params)
  if (some.length === 0) return []
  const spent = await warehouse.read(
    { sql: `SELECT currency, toString(sum(spend)) AS spent ${untoldSql} GROUP BY currency ORDER BY currency`, params },
    Spent,
  )
  if (spent.length === 0) return []
  const amounts = spent.map(
    ({ currency, spent: amount }) => `${formatAmount(parseAmount(amount), currencyDecimals(currency))} ${currency}`,
  )
  return [
    `GMV Max spent ${amounts.join(' and ')} of this on TikTok Ads. TikTok does not tell its views, impressions, clicks and purchases on the website: they are missing from these figures, not zero.`,
  ]
}
