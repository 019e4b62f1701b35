import { type Day, type DayRange, parseDay } from '@tillsight/core/days'
import { deleteAccountChanges, deleteAdPictures, deleteAdReads, nextWriteVersion } from '@tillsight/database'
import type { AdClaim, AdDayTotals, HeldAdDays } from '@tillsight/platforms/connectors'
import { adClickIds, adDays, adEntities, adHours, adReach, type ShopWarehouse, type Table } from '@tillsight/warehouse'
import { z } from 'zod'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { announceNewSpend } from '../ledger/index.ts'

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

/** Access to the stored days of an ad platform, for a comparison with the platform. */
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

/** Whose ad facts to delete: a platform's, or those of some of its accounts. */
export interface ForgottenAds {
  readonly platform: string
  readonly accounts?: readonly string[]
}

/**
 * Deletes everything that was read of ad accounts from the shop's facts. Reading them again later restores whatever the
 * platform still has. Idempotent.
 */
export async function forgetAds(ctx: WriteContext, { platform, accounts }: ForgottenAds): Promise<void> {
  if (accounts?.length === 0) return
  const filter = accounts === undefined ? '' : ' AND account_id IN {accounts:Array(String)}'
  const params = { platform, ...(accounts === undefined ? {} : { accounts: [...accounts] }) }
  await asOnlyWriter(ctx, async (fresh) => {
    const { kysely } = fresh.db
    const version = (await nextWriteVersion(kysely)).toString()
    // First, so that the record of when days were read cannot prevent writing them again.
    const which = { shop: fresh.shop.id, platform, ...(accounts ? { accounts } : {}) }
    await deleteAdReads(kysely, which)
    await deleteAccountChanges(kysely, which)
    for (const table of [adDays, adHours, adReach, adEntities, adClickIds]) {
      const sql = tombstonesSql(table, `platform = {platform:String}${filter}`)
      await fresh.warehouse.rewrite({ into: table.name, sql, params: { ...params, version } })
    }
    // Click ids are personal data: they are purged from disk as well.
    await fresh.warehouse.purge({ from: adClickIds.name, where: `platform = {platform:String}${filter}`, params })
    for (const begin of accounts?.map((account) => `${platform}.${account}.`) ?? [`${platform}.`]) {
      await deleteAdPictures(kysely, fresh.shop.id, begin)
    }
    await announceNewSpend(fresh)
  })
}

function tombstonesSql({ name, columns }: Table, where: string): string {
  const computed: Readonly<Record<string, string>> = {
    version: '{version:UInt64} AS version',
    is_deleted: '1 AS is_deleted',
  }
  const list = Object.keys(columns).map((column) => computed[column] ?? column)
  const read = Object.keys(columns).filter((column) => !(column in computed))
  return `SELECT ${list.join(', ')} FROM
    (SELECT ${read.join(', ')} FROM ${name} WHERE shop_id = {shop:UUID} AND ${where})`
}
