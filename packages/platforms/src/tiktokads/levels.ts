/** Levels of TikTok's reports. */
export type ReportLevel = 'AUCTION_ADVERTISER' | 'AUCTION_CAMPAIGN' | 'AUCTION_ADGROUP' | 'AUCTION_AD'

/** The id dimension of each level. */
export const idDimension: Readonly<Record<ReportLevel, string>> = {
  AUCTION_ADVERTISER: 'advertiser_id',
  AUCTION_CAMPAIGN: 'campaign_id',
  AUCTION_ADGROUP: 'adgroup_id',
  AUCTION_AD: 'ad_id',
}

/** Filters without which rows of deleted entities are missing. */
export function withDeleted(level: ReportLevel): readonly Filter[] {
  const name = { AUCTION_ADVERTISER: '', AUCTION_CAMPAIGN: 'campaign', AUCTION_ADGROUP: 'adgroup', AUCTION_AD: 'ad' }[
    level
  ]
  return name === '' ? [] : [isIn(`${name}_status`, ['STATUS_ALL'])]
}

/** A filter with a JSON-encoded value. */
export interface Filter {
  readonly field_name: string
  readonly filter_type: 'IN'
  readonly filter_value: string
}

/** A filter on a list of values. */
export function isIn(field: string, values: readonly string[]): Filter {
  return { field_name: field, filter_type: 'IN', filter_value: JSON.stringify(values) }
}

/** Metrics that are always available. */
export const leastMetrics = ['spend', 'impressions', 'clicks'] as const

/** Counts and values of purchases, by where they happen: website, TikTok Shop, app, physical store. */
export const legs = [
  { count: 'complete_payment', value: 'total_complete_payment_rate' },
  { count: 'onsite_shopping', value: 'total_onsite_shopping_value' },
  { count: 'total_purchase', value: 'total_purchase_value' },
  { count: 'offline_shopping_events', value: 'offline_shopping_events_value' },
] as const

/** Figures that are added up. */
export const sums = [
  ...leastMetrics,
  'video_play_actions',
  'conversion',
  'real_time_conversion',
  ...legs.flatMap(({ count, value }) => [count, value]),
] as const

const places: Readonly<Record<ReportLevel, readonly string[]>> = {
  AUCTION_ADVERTISER: [],
  AUCTION_CAMPAIGN: [],
  AUCTION_ADGROUP: ['campaign_id'],
  AUCTION_AD: ['campaign_id', 'adgroup_id'],
}

/** All metrics to read at a level. */
export function wantedMetrics(level: ReportLevel): readonly string[] {
  return [...sums, 'reach', ...places[level]]
}
