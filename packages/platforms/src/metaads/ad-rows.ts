import { type Day, parseDay } from '@tillsight/core/days'
import type { AdLevel, AdRow } from '../ad-records.ts'
import { WireInsights } from './insights-wire.ts'
import { toPurchases } from './purchases.ts'

/** A row of insights as far as it is used; of the dozens of figures that come along little is kept in memory. */
export interface ReadRow {
  readonly day: Day
  readonly row: AdRow
  /** As the row itself says it; null where it does not. */
  readonly currency: string | null
  readonly setting: string | null
  /** `09:00:00 - 09:59:59`, of a row that is one hour. */
  readonly hours: string | null
}

const known = new Map<string, Day>()

/** Thousands of rows have the same day. */
function dayIn(text: string): Day {
  const day = known.get(text) ?? parseDay(text)
  known.set(text, day)
  return day
}

const shapeOf = (level: Exclude<AdLevel, 'ad_set'>) =>
  WireInsights.transform(
    (wire): ReadRow => ({
      day: dayIn(wire.date_start),
      row: toAdRow(wire, level),
      currency: wire.account_currency ?? null,
      setting: wire.attribution_setting ?? null,
      hours: wire.hourly_stats_aggregated_by_advertiser_time_zone ?? null,
    }),
  )

/** Rows of each level, as they come over the wire. */
export const rowShapes = { account: shapeOf('account'), campaign: shapeOf('campaign'), ad: shapeOf('ad') }

/** A row of insights as it is booked. Reach is that of exactly this row. */
export function toAdRow(row: WireInsights, level: Exclude<AdLevel, 'ad_set'>): AdRow {
  const isAd = level === 'ad'
  return {
    level,
    campaignId: level === 'account' ? '' : row.campaign_id,
    adSetId: isAd ? row.adset_id : '',
    adId: isAd ? row.ad_id : '',
    spend: row.spend,
    impressions: row.impressions,
    clicks: row.clicks,
    linkClicks: row.inline_link_clicks,
    views: row.video_play_actions.reduce((sum, { value }) => sum + Math.round(Number(value)), 0),
    reach: row.reach ?? null,
    ...toPurchases(row),
  }
}

/** Days that purchases are added after a click and after a view, as `7d_click_1d_view` says. */
export function windowDays(settings: readonly string[]): { readonly click: number; readonly view: number } | undefined {
  const most = (kind: RegExp) =>
    Math.max(0, ...settings.flatMap((text) => [...text.matchAll(kind)].map((found) => Number(found[1]))))
  return settings.length === 0 ? undefined : { click: most(/(\d+)d_click/g), view: most(/(\d+)d_view/g) }
}
