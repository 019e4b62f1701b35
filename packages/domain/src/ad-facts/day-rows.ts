import { addDecimals, printFixed, roundFixed } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import type { AdDayRecord } from '@tillsight/platforms/connectors'
import type { Row, ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { type AdKey, bookDay, nameOf, type ReachOfDay, reachOf } from './book-day.ts'

/** Rows that the warehouse holds for one day of one account: contents by row name, and the keys needed to delete them. */
export interface StatusRows {
  readonly contents: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, Row>
  /** For a day in `ad_days`: the sums of all rows, and the attribution setting. */
  readonly totals?: DayTotals
}

/** The totals of a whole day of an account; six decimals, in the account's currency. */
export interface DayTotals {
  readonly spend: string
  readonly conversions: string
  readonly conversionValue: string
  readonly currency: string
  readonly attribution: string
}

/** A day ready to write: its rows by name, each with its content as one text. */
export interface DayRows {
  readonly rows: ReadonlyMap<string, { readonly row: Row; readonly content: string }>
}

/** Which days of which accounts to read. */
export interface DaysOfAccounts {
  readonly platform: string
  readonly accounts: readonly string[]
  readonly range: DayRange
}

/** Key of a day of an account. */
export function dayName({ accountId, day }: { readonly accountId: string; readonly day: Day }): string {
  return `${day} ${accountId}`
}

interface Stamped {
  readonly source: string
  readonly version: string
}

/** Converts the parts of a day into rows of `ad_days`. */
export function toDayRows(record: AdDayRecord, { source, version }: Stamped): DayRows {
  const { currency, zone, attribution } = record
  const rows = bookDay(record).map((leaf) => {
    const figures = {
      channel: source,
      currency,
      spend: leaf.spend,
      impressions: leaf.impressions,
      clicks: leaf.clicks,
      link_clicks: leaf.linkClicks,
      views: leaf.views,
      purchases: leaf.purchases,
      purchase_value: leaf.value,
      claim_rules: leaf.claims.map(({ rule }) => rule),
      claim_purchases: leaf.claims.map(({ purchases }) => purchases),
      claim_values: leaf.claims.map(({ value }) => value),
      attribution,
      zone,
    }
    const row = {
      ...dayKey(record, { source, leaf }),
      ...figures,
      counts_as: 'ad_spend',
      fetched_at: new Date(record.fetchedAt),
      version,
      is_deleted: 0,
    }
    return [nameOf(leaf), { row, content: contentOf(figures) }] as const
  })
  return { rows: new Map(rows) }
}

function dayKey(
  { day, accountId }: Pick<AdDayRecord, 'day' | 'accountId'>,
  { source, leaf }: { source: string; leaf: AdKey },
) {
  return {
    day,
    platform: source,
    account_id: accountId,
    campaign_id: leaf.campaignId,
    ad_set_id: leaf.adSetId,
    ad_id: leaf.adId,
  }
}

function contentOf(figures: Readonly<Record<string, string | number | readonly string[]>>): string {
  return Object.keys(figures)
    .toSorted()
    .map((name) => String(figures[name]))
    .join('\n')
}

const whole = z.union([z.string(), z.number()]).transform(String)

const Figures = z.object({
  channel: z.string(),
  currency: z.string(),
  spend: z.string(),
  impressions: whole,
  clicks: whole,
  link_clicks: whole,
  views: whole,
  purchases: z.string(),
  purchase_value: z.string(),
  claim_rules: z.array(z.string()),
  claim_purchases: z.array(z.string()),
  claim_values: z.array(z.string()),
  attribution: z.string(),
  zone: z.string(),
})

const Key = z.object({
  day: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
})

const ofAccounts = `shop_id = {shop:UUID} AND platform = {platform:String} AND account_id IN {accounts:Array(String)}`

/** Reads what `ad_days` holds for these days, by day and account. */
export async function readStatusDays(
  warehouse: ShopWarehouse,
  { platform, accounts, range }: DaysOfAccounts,
): Promise<ReadonlyMap<string, StatusRows>> {
  const columns = [...Object.keys(Key.shape), ...Object.keys(Figures.shape)].join(', ')
  const rows = await warehouse.read(
    {
      sql: `SELECT ${columns} FROM ad_days
        WHERE ${ofAccounts} AND day >= toDate({from:String}) AND day <= toDate({to:String})`,
      params: { platform, accounts: [...accounts], ...range },
    },
    z.object({ ...Key.shape, ...Figures.shape }),
  )
  const totals = new Map(
    [...Map.groupBy(rows, ({ day, account_id }) => `${day} ${account_id}`)].map(([day, own]) => [day, totalsOf(own)]),
  )
  const status = gather(
    rows.map(({ day, account_id, campaign_id, ad_set_id, ad_id, ...figures }) => ({
      name: nameOf({ campaignId: campaign_id, adSetId: ad_set_id, adId: ad_id }),
      day: `${day} ${account_id}`,
      content: contentOf(figures),
      key: { day, platform, account_id, campaign_id, ad_set_id, ad_id },
    })),
  )
  return new Map([...status].map(([day, known]) => [day, { ...known, ...withTotals(totals.get(day)) }]))
}

function withTotals(totals: DayTotals | undefined): Pick<StatusRows, 'totals'> {
  return totals === undefined ? {} : { totals }
}

/** The totals of a day's parts; undefined if there are none. */
export function totalsOf(rows: readonly Row[]): DayTotals | undefined {
  const [first] = rows
  if (!first) return undefined
  const sum = (column: string) => printFixed(roundFixed(addDecimals(rows.map((row) => String(row[column]))), 6), 6)
  return {
    spend: sum('spend'),
    conversions: sum('purchases'),
    conversionValue: sum('purchase_value'),
    currency: String(first['currency']),
    attribution: String(first['attribution']),
  }
}

/** Converts the reach of a day's entities into rows of `ad_reach`. */
export function toReachRows(record: AdDayRecord, { source, version }: Stamped): DayRows {
  const rows = reachOf(record).map((reached) => {
    const row = {
      ...reachKey(record, { source, reached }),
      reach: reached.reach,
      fetched_at: new Date(record.fetchedAt),
      version,
      is_deleted: 0,
    }
    return [`${reached.level} ${nameOf(reached)}`, { row, content: String(reached.reach) }] as const
  })
  return { rows: new Map(rows) }
}

function reachKey(
  { day, accountId }: Pick<AdDayRecord, 'day' | 'accountId'>,
  { source, reached }: { source: string; reached: ReachOfDay },
) {
  return {
    platform: source,
    first_day: day,
    last_day: day,
    level: reached.level,
    account_id: accountId,
    campaign_id: reached.campaignId,
    ad_set_id: reached.adSetId,
    ad_id: reached.adId,
  }
}

const Reach = Key.extend({ level: z.string(), reach: whole })

/** Reads what `ad_reach` holds for single days, by day and account. */
export async function readStatusReach(
  warehouse: ShopWarehouse,
  { platform, accounts, range }: DaysOfAccounts,
): Promise<ReadonlyMap<string, StatusRows>> {
  const rows = await warehouse.read(
    {
      sql: `SELECT first_day AS day, account_id, campaign_id, ad_set_id, ad_id, toString(level) AS level, reach FROM ad_reach
        WHERE ${ofAccounts} AND first_day = last_day AND first_day >= toDate({from:String}) AND first_day <= toDate({to:String})`,
      params: { platform, accounts: [...accounts], ...range },
    },
    Reach,
  )
  return gather(
    rows.map(({ day, level, account_id, campaign_id, ad_set_id, ad_id, reach }) => ({
      name: `${level} ${nameOf({ campaignId: campaign_id, adSetId: ad_set_id, adId: ad_id })}`,
      day: `${day} ${account_id}`,
      content: reach,
      key: { platform, first_day: day, last_day: day, level, account_id, campaign_id, ad_set_id, ad_id },
    })),
  )
}

interface Found {
  readonly name: string
  readonly day: string
  readonly content: string
  readonly key: Row
}

function gather(found: readonly Found[]): ReadonlyMap<string, StatusRows> {
  const days = Map.groupBy(found, ({ day }) => day)
  return new Map(
    [...days].map(([day, rows]) => [
      day,
      {
        contents: new Map(rows.map(({ name, content }) => [name, content])),
        keys: new Map(rows.map(({ name, key }) => [name, key])),
      },
    ]),
  )
}

/** The rows that replace the stored ones with `next`, tombstones included; none when both are the same. */
export function replacing(status: StatusRows | undefined, next: DayRows, version: string): Row[] {
  const known = status?.contents ?? new Map<string, string>()
  const isSame =
    known.size === next.rows.size && [...next.rows].every(([name, { content }]) => known.get(name) === content)
  if (isSame) return []
  const gone = [...(status?.keys ?? [])].filter(([name]) => !next.rows.has(name))
  return [
    ...[...next.rows.values()].map(({ row }) => row),
    ...gone.map(([, key]) => ({ ...key, version, is_deleted: 1 })),
  ]
}
