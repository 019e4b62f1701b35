import { type Day, type DayRange, parseDay } from '@tillsight/core/days'
import type { AdClaim, AdDayTotals, HeldAdDays } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'

const whole = z.coerce.number()
const DayRow = z.object({
  day: z.string(),
  spend: z.string(),
  impressions: whole,
  clicks: whole,
  purchases: z.string(),
  value: z.string(),
})
const ClaimRow = z.object({ day: z.string(), rule: z.string(), purchases: z.string(), value: z.string() })

/** What a comparison may ask of the days that are held of an ad platform. */
export function heldAdDays(
  warehouse: ShopWarehouse,
  { platform, completeSince }: { readonly platform: string; readonly completeSince: Date },
): HeldAdDays {
  return {
    since: completeSince.toISOString(),
    totals: async (account, range) => readTotals(warehouse, { platform, account, range }),
  }
}

interface Which {
  readonly platform: string
  readonly account: string
  readonly range: DayRange
}

async function readTotals(
  warehouse: ShopWarehouse,
  { platform, account, range }: Which,
): Promise<ReadonlyMap<Day, AdDayTotals>> {
  const which = `shop_id = {shop:UUID} AND platform = {platform:String} AND account_id = {account:String}
    AND day >= toDate({from:String}) AND day <= toDate({to:String})`
  const params = { platform, account, ...range }
  const days = await warehouse.read(
    {
      sql: `SELECT day, toString(sum(spend)) AS spend, sum(impressions) AS impressions, sum(clicks) AS clicks,
          toString(sum(purchases)) AS purchases, toString(sum(purchase_value)) AS value
        FROM (SELECT day, spend, impressions, clicks, purchases, purchase_value FROM ad_days WHERE ${which}) GROUP BY day`,
      params,
    },
    DayRow,
  )
  const claims = await warehouse.read(
    {
      sql: `SELECT day, rule, toString(sum(told)) AS purchases, toString(sum(worth)) AS value
        FROM (SELECT day, claim_rules, claim_purchases, claim_values FROM ad_days WHERE ${which})
        ARRAY JOIN claim_rules AS rule, claim_purchases AS told, claim_values AS worth
        GROUP BY day, rule`,
      params,
    },
    ClaimRow,
  )
  const byDay = Map.groupBy(claims, ({ day }) => day)
  return new Map(
    days.map(({ day, ...figures }) => {
      const own = byDay.get(day) ?? []
      const told = own.map(({ rule, purchases, value }): [string, AdClaim] => [rule, { purchases, value }])
      return [parseDay(day), { ...figures, claims: Object.fromEntries(told) }]
    }),
  )
}
