// Reads the ad facts of a test shop.
import { z } from 'zod'
import type { TestShop } from '../sync/testing.ts'

const AnyRow = z.record(z.string(), z.unknown())

/** The rows of `ad_days` without columns in which two import paths may differ. */
export async function readAdDays({ ctx }: Pick<TestShop, 'ctx'>, account?: string): Promise<Record<string, unknown>[]> {
  const which = account === undefined ? '' : 'AND account_id = {account:String}'
  return ctx.warehouse.read(
    {
      sql: `SELECT day, platform, account_id, campaign_id, ad_set_id, ad_id, channel, currency, spend, impressions, clicks,
          link_clicks, views, purchases, purchase_value, claim_rules, claim_purchases, claim_values, attribution, zone
        FROM ad_days WHERE shop_id = {shop:UUID} ${which}
        ORDER BY day, platform, account_id, campaign_id, ad_set_id, ad_id`,
      params: account === undefined ? {} : { account },
    },
    AnyRow,
  )
}

/** The given columns of any ad table. */
export async function readAds(
  { ctx }: Pick<TestShop, 'ctx'>,
  { table, columns }: { readonly table: string; readonly columns: string },
): Promise<Record<string, unknown>[]> {
  return ctx.warehouse.read(
    { sql: `SELECT ${columns} FROM ${table} WHERE shop_id = {shop:UUID} ORDER BY ${columns}`, params: {} },
    AnyRow,
  )
}

const Spend = z.object({ account_id: z.string(), spend: z.string(), days: z.coerce.number() })

/** Each account's spend, and on how many days. */
export async function readSpend({
  ctx,
}: Pick<TestShop, 'ctx'>): Promise<Record<string, { spend: string; days: number }>> {
  const rows = await ctx.warehouse.read(
    {
      sql: `SELECT account_id, toString(sum(spend)) AS spend, uniqExact(day) AS days FROM ad_days
        WHERE shop_id = {shop:UUID} GROUP BY account_id ORDER BY account_id`,
      params: {},
    },
    Spend,
  )
  return Object.fromEntries(rows.map(({ account_id, spend, days }) => [account_id, { spend, days }]))
}
