import { currencyDecimals, formatAmount, parseAmount } from '@tillsight/core'
import { isAboutCustomers, isOfDelivery, type MetricQuery } from '@tillsight/metrics'
import { adPlatforms, type UntoldCampaigns } from '@tillsight/platforms'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import type { Status } from './scope.ts'

interface Untold {
  readonly platform: (typeof adPlatforms)[number]
  readonly campaigns: UntoldCampaigns
}

/** Platforms that report only part of some campaigns' figures, and leave these out of their usual reports. */
const untoldOf: readonly Untold[] = adPlatforms.flatMap((platform) =>
  platform.untold ? [{ platform, campaigns: platform.untold }] : [],
)

const Some = z.object({ some: z.number() })
const Spent = z.object({ currency: z.string(), spent: z.string() })

/** A campaign with spend but without ads or impressions is one whose delivery is not reported. */
const everSql = `FROM ad_days
  WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND campaign_id != '' AND ad_set_id = '' AND ad_id = ''
    AND spend > 0 AND impressions = 0`
const untoldSql = `${everSql} AND day >= toDate({from:String}) AND day <= toDate({to:String})`

/** What of the shop's standing makes figures of these metrics differ from what they will be. */
export function standingWarnings(
  metrics: readonly string[],
  { importingSince, refundsPending, isRestating }: Status,
): string[] {
  const costs = isRestating ? ['Changed costs are still being worked in: costs and profit may still change.'] : []
  const refunds = refundsPending
    ? ['Past refunds are still being imported: until they are in, returns are too low and sales too high.']
    : []
  if (importingSince === undefined || !metrics.some(isAboutCustomers)) return [...refunds, ...costs]
  const since = importingSince === 'unknown' ? 'has only begun' : `reaches back to ${importingSince} so far`
  return [
    ...refunds,
    ...costs,
    `The import of past orders ${since}: some customers shown as new may have bought before.`,
  ]
}

function isUntold(metric: string, { platform, campaigns }: Untold): boolean {
  if (!metric.startsWith(`${platform.id}.`)) return isOfDelivery(metric)
  return !campaigns.told.some((stat) => metric === `${platform.id}.${stat}`)
}

/**
 * Warns about figures that are incomplete because a platform reports only part of some campaigns: the rest is unknown, not
 * zero. No warning with filters, whose rows show it themselves.
 */
export async function untoldWarnings(
  ctx: WarningContext,
  query: MetricQuery,
  version: bigint | undefined,
): Promise<string[]> {
  if ((query.filters ?? []).length > 0) return []
  const asked = untoldOf.filter((untold) => query.metrics.some((metric) => isUntold(metric, untold)))
  return (await Promise.all(asked.map((untold) => untoldWarning(ctx, untold, { query, version })))).flat()
}

type WarningContext = Pick<ShopContext, 'warehouse' | 'facts' | 'shop'>

interface Params {
  readonly query: MetricQuery
  readonly version: bigint | undefined
}

async function untoldWarning(
  { warehouse, facts, shop }: WarningContext,
  { platform: { id: platform, name }, campaigns }: Untold,
  { query, version }: Params,
): Promise<string[]> {
  const params = { platform, from: query.from, to: query.to }
  // Most shops have no such campaigns, which can be seen without merging restated days.
  const look = (sql: string, bound: Partial<typeof params>) =>
    warehouse.read({ sql: `SELECT 1 AS some ${sql} LIMIT 1 SETTINGS final = 0`, params: bound }, Some)
  if (facts !== undefined && version !== undefined) {
    const { known, keep } = facts.rows.at(`${shop.id} ${version} untold ${platform}`)
    if ((await (known ?? keep(look(everSql, { platform })))).length === 0) return []
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
    `${campaigns.kind} spent ${amounts.join(' and ')} of this on ${name}. ${campaigns.missing}: they are missing from these figures, not zero.`,
  ]
}
