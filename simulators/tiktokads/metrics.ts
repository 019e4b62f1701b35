import type { FakeAd, FakeAdSet, FakeCampaign } from '../ads/world.ts'
import type { Leaf } from './figures.ts'

/** Levels that this platform serves; reservation ads have none. */
export type DataLevel = 'AUCTION_ADVERTISER' | 'AUCTION_CAMPAIGN' | 'AUCTION_ADGROUP' | 'AUCTION_AD'

/** The entity of a report row. */
export interface RowSubject {
  readonly level: DataLevel
  readonly currency: string
  readonly zone: string
  readonly campaign: FakeCampaign | undefined
  readonly adSet: FakeAdSet | undefined
  readonly ad: FakeAd | undefined
}

/** Sums of everything below a row. */
export interface Sums {
  readonly spend: bigint
  readonly impressions: number
  readonly clicks: number
  readonly views: number
  readonly reach: number
  readonly purchases: number
  readonly value: bigint
  readonly shop: number
  readonly shopValue: bigint
  readonly inApp: number
  readonly inAppValue: bigint
  readonly offline: number
  readonly offlineValue: bigint
  readonly goals: number
  readonly goalsHappened: number
}

/** Adds up figures; people who were reached by several ads count less than twice. */
export function addUp(leaves: readonly Leaf[]): Sums {
  const count = (read: (leaf: Leaf) => number) => leaves.reduce((sum, leaf) => sum + read(leaf), 0)
  const money = (read: (leaf: Leaf) => bigint) => leaves.reduce((sum, leaf) => sum + read(leaf), 0n)
  const reach = count((leaf) => leaf.reach)
  return {
    spend: money((leaf) => leaf.spendMicros),
    impressions: count((leaf) => leaf.impressions),
    clicks: count((leaf) => leaf.clicks),
    views: count((leaf) => leaf.views),
    reach: leaves.length > 1 ? Math.ceil(reach * 0.7) : reach,
    purchases: count((leaf) => leaf.website.count),
    value: money((leaf) => leaf.website.valueMicros),
    shop: count((leaf) => leaf.shop.count),
    shopValue: money((leaf) => leaf.shop.valueMicros),
    inApp: count((leaf) => leaf.inApp.count),
    inAppValue: money((leaf) => leaf.inApp.valueMicros),
    offline: count((leaf) => leaf.offline.count),
    offlineValue: money((leaf) => leaf.offline.valueMicros),
    goals: count((leaf) => leaf.goals),
    goalsHappened: count((leaf) => leaf.goalsHappened),
  }
}

type Read = (sums: Sums, subject: RowSubject) => string

/** With at least two decimals, and as many more as needed. */
export function money(micros: bigint): string {
  const text = micros.toString().padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`.replace(/(\.\d\d\d*?)0+$/, '$1')
}

function ratio(over: number, by: number): string {
  return by === 0 ? '0.00' : (over / by).toFixed(2)
}

const count =
  (name: keyof Sums): Read =>
  (sums) =>
    String(sums[name])
const amount =
  (read: (sums: Sums) => bigint): Read =>
  (sums) =>
    money(read(sums))
const units = (micros: bigint) => Number(micros) / 1_000_000

const figures: Readonly<Record<string, Read>> = {
  spend: amount(({ spend }) => spend),
  billed_cost: amount(({ spend }) => spend),
  impressions: count('impressions'),
  gross_impressions: count('impressions'),
  clicks: count('clicks'),
  ctr: ({ clicks, impressions }) => ratio(clicks * 100, impressions),
  cpc: ({ spend, clicks }) => ratio(units(spend), clicks),
  cpm: ({ spend, impressions }) => ratio(units(spend) * 1_000, impressions),
  reach: count('reach'),
  frequency: ({ impressions, reach }) => ratio(impressions, reach),
  cost_per_1000_reached: ({ spend, reach }) => ratio(units(spend) * 1_000, reach),
  conversion: count('goals'),
  cost_per_conversion: ({ spend, goals }) => ratio(units(spend), goals),
  conversion_rate: ({ goals, clicks }) => ratio(goals * 100, clicks),
  conversion_rate_v2: ({ goals, impressions }) => ratio(goals * 100, impressions),
  result: count('goals'),
  cost_per_result: ({ spend, goals }) => ratio(units(spend), goals),
  result_rate: ({ goals, impressions }) => ratio(goals * 100, impressions),
  real_time_conversion: count('goalsHappened'),
  real_time_cost_per_conversion: ({ spend, goalsHappened }) => ratio(units(spend), goalsHappened),
  real_time_result: count('goalsHappened'),
  complete_payment: count('purchases'),
  complete_payment_rate: ({ purchases, clicks }) => ratio(purchases * 100, clicks),
  cost_per_complete_payment: ({ spend, purchases }) => ratio(units(spend), purchases),
  value_per_complete_payment: ({ value, purchases }) => ratio(units(value), purchases),
  total_complete_payment_rate: amount(({ value }) => value),
  complete_payment_roas: ({ value, spend }) => ratio(units(value), units(spend)),
  onsite_shopping: count('shop'),
  total_onsite_shopping_value: amount(({ shopValue }) => shopValue),
  total_purchase: count('inApp'),
  purchase: count('inApp'),
  total_purchase_value: amount(({ inAppValue }) => inAppValue),
  offline_shopping_events: count('offline'),
  offline_shopping_events_value: amount(({ offlineValue }) => offlineValue),
  video_play_actions: count('views'),
  video_watched_2s: ({ views }) => String(Math.floor(views * 0.6)),
  video_watched_6s: ({ views }) => String(Math.floor(views * 0.25)),
  average_video_play: ({ views }) => (views === 0 ? '-' : '4.12'),
  vta_complete_payment: () => '0',
}

const zeros = new Set(
  `secondary_goal_result initiate_checkout total_initiate_checkout_value web_event_add_to_cart
  total_web_event_add_to_cart_value on_web_order total_on_web_order_value page_content_view_events
  total_landing_page_view total_pageview app_install real_time_app_install registration value_per_total_purchase
  total_active_pay_roas app_event_add_to_cart total_app_event_add_to_cart total_view_content onsite_shopping_roas
  onsite_on_web_cart onsite_on_web_detail onsite_initiate_checkout_count shop_gross_revenue_by_order_submission
  shop_total_purchase_by_order_submission offline_shopping_events_roas vta_conversion cta_conversion vta_purchase
  cta_purchase vta_complete_payment_value website_cta_purchase website_cta_purchase_value video_views_p25
  video_views_p50 video_views_p75 video_views_p100 engaged_view engaged_view_15s likes comments shares follows
  profile_visits clicks_on_music_disc engagements real_time_conversion_rate_v2`.split(/\s+/),
)

const attributes: Readonly<Record<string, Read>> = {
  currency: (_sums, { currency }) => currency,
  timezone: (_sums, { zone }) => zone,
}

const campaignAttributes: Readonly<Record<string, Read>> = {
  campaign_id: (_sums, { campaign }) => campaign?.id ?? '-',
  campaign_name: (_sums, { campaign }) => campaign?.name ?? '-',
  objective_type: () => 'WEB_CONVERSIONS',
  opt_status: (_sums, { campaign }) => (campaign?.status === 'active' ? 'ENABLE' : 'DISABLE'),
}

const adGroupAttributes: Readonly<Record<string, Read>> = {
  adgroup_id: (_sums, { adSet }) => adSet?.id ?? '-',
  adgroup_name: (_sums, { adSet }) => adSet?.name ?? '-',
  promotion_type: () => 'WEBSITE',
  placement_type: () => 'PLACEMENT_TYPE_AUTOMATIC',
}

const adAttributes: Readonly<Record<string, Read>> = {
  ad_name: (_sums, { ad }) => ad?.name ?? '-',
  ad_text: (_sums, { ad }) => ad?.text ?? '-',
  image_mode: (_sums, { ad }) => (ad?.isVideo ? 'VIDEO' : 'IMAGE'),
}

const advertiserOnly: Readonly<Record<string, Read>> = {
  cash_spend: amount(({ spend }) => spend),
  voucher_spend: () => '0.00',
}

const attributesAt: Readonly<Record<DataLevel, Readonly<Record<string, Read>>>> = {
  AUCTION_ADVERTISER: { ...attributes, ...advertiserOnly },
  AUCTION_CAMPAIGN: { ...attributes, ...campaignAttributes },
  AUCTION_ADGROUP: { ...attributes, ...campaignAttributes, ...adGroupAttributes },
  AUCTION_AD: { ...attributes, ...campaignAttributes, ...adGroupAttributes, ...adAttributes },
}

/** How a metric is computed at a level; undefined for an unknown metric. */
export function metricAt(level: DataLevel, name: string): Read | undefined {
  return figures[name] ?? attributesAt[level][name] ?? (zeros.has(name) ? () => '0' : undefined)
}

/** Metrics that reports about audiences do not have. */
export function isRefusedInAudience(name: string): boolean {
  return /^(?:reach|frequency|cost_per_1000|video_|average_video|complete_payment|total_|onsite_|offline_)/.test(name)
}
