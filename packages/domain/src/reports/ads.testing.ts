// Writes ad rows straight into the warehouse, for tests of figures.
import type { ShopContext } from '../context/index.ts'

/** One row of an account's day; absent values are 0. */
export interface AdDay {
  readonly day: string
  readonly platform: string
  readonly account?: string
  readonly campaign?: string
  readonly adSet?: string
  readonly ad?: string
  readonly channel?: string
  readonly countsAs?: 'ad_spend' | 'marketing' | 'expense'
  readonly currency?: string
  readonly spend?: string
  readonly impressions?: number
  readonly clicks?: number
  readonly linkClicks?: number
  readonly views?: number
  readonly purchases?: string
  readonly value?: string
  /** Conversions by other rules. */
  readonly claims?: Readonly<Record<string, { readonly purchases: string; readonly value: string }>>
}

const at = new Date('2026-06-30T11:00:00Z')

/** A row with all values 0. */
const nothing = {
  currency: 'EUR',
  spend: '0',
  impressions: 0,
  clicks: 0,
  views: 0,
  purchases: '0',
  attribution: '7d_click_1d_view, impression',
  zone: 'Europe/Berlin',
  fetched_at: at,
  is_deleted: 0,
} as const

/** Writes rows as if they had been read from a platform. */
export async function writeAdDays(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  rows: readonly AdDay[],
  version = '1',
): Promise<void> {
  await warehouse.insert(
    'ad_days',
    rows.map(({ day, platform, account, campaign, adSet, ad, countsAs, linkClicks, value, claims = {}, ...row }) => ({
      ...nothing,
      ...Object.fromEntries(Object.entries(row).filter(([, figure]) => figure !== undefined)),
      day,
      platform,
      account_id: account ?? '1',
      campaign_id: campaign ?? '',
      ad_set_id: adSet ?? '',
      ad_id: ad ?? '',
      channel: row.channel ?? platform,
      counts_as: countsAs ?? 'ad_spend',
      link_clicks: linkClicks ?? row.clicks ?? 0,
      purchase_value: value ?? '0',
      claim_rules: Object.keys(claims),
      claim_purchases: Object.values(claims).map(({ purchases }) => purchases),
      claim_values: Object.values(claims).map((claim) => claim.value),
      version,
    })),
  )
}

/** People that an account, or a campaign of it, reached on exactly these days. */
export interface Reach {
  readonly account?: string
  /** Absent: of the whole account. */
  readonly campaign?: string
  readonly from: string
  readonly to: string
  readonly reach: number
}

/** Writes reach as reported by Meta. */
export async function writeReach({ warehouse }: Pick<ShopContext, 'warehouse'>, rows: readonly Reach[]): Promise<void> {
  await warehouse.insert(
    'ad_reach',
    rows.map(({ account = '1', campaign, from, to, reach }) => ({
      platform: 'metaads',
      account_id: account,
      level: campaign === undefined ? 'account' : 'campaign',
      campaign_id: campaign ?? '',
      ad_set_id: '',
      ad_id: '',
      first_day: from,
      last_day: to,
      reach,
      fetched_at: at,
      version: '1',
      is_deleted: 0,
    })),
  )
}

/** A campaign, ad set or ad. */
export interface AdName {
  readonly platform: string
  readonly account?: string
  readonly level: 'account' | 'campaign' | 'ad_set' | 'ad'
  readonly campaign?: string
  readonly adSet?: string
  readonly ad?: string
  readonly name: string
  readonly status?: string
  readonly kind?: string
}

/** Writes names of ads. */
export async function writeAdNames(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  rows: readonly AdName[],
): Promise<void> {
  await warehouse.insert(
    'ad_entities',
    rows.map((row) => ({
      platform: row.platform,
      account_id: row.account ?? '1',
      level: row.level,
      campaign_id: row.campaign ?? '',
      ad_set_id: row.adSet ?? '',
      ad_id: row.ad ?? '',
      name: row.name,
      status: row.status ?? 'active',
      status_text: '',
      kind: row.kind ?? '',
      budget: '0',
      budget_per: 'none',
      budget_shared_by: '',
      starts_on: '1970-01-01',
      ends_on: '1970-01-01',
      landing_url: '',
      url_tags: '',
      creative_id: '',
      title: '',
      text: '',
      image_url: '',
      is_video: 0,
      seen_at: at,
      version: '1',
      is_deleted: 0,
    })),
  )
}

/** An hour of a campaign. */
export interface AdHour {
  readonly day: string
  readonly startedAt: string
  readonly platform: string
  readonly campaign?: string
  readonly spend: string
}

/** Writes hours of campaigns. */
export async function writeAdHours(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  rows: readonly AdHour[],
): Promise<void> {
  await warehouse.insert(
    'ad_hours',
    rows.map(({ day, startedAt, platform, campaign = '', spend }) => ({
      day,
      platform,
      account_id: '1',
      campaign_id: campaign,
      started_at: new Date(startedAt),
      channel: platform,
      currency: 'EUR',
      spend,
      impressions: 0,
      clicks: 0,
      purchases: '0',
      purchase_value: '0',
      fetched_at: at,
      version: '1',
      is_deleted: 0,
    })),
  )
}
