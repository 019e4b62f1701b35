import { addDecimals } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { AdClaim, AdLevel, AdRow } from '../ad-records.ts'
import { WireCount, WireFigure, WireId } from './values.ts'

/** An entry of `actions`: the account's own setting under `value`, and windows under their names where not zero. */
const WireAction = z.object({
  action_type: z.string(),
  value: WireFigure,
  '1d_click': WireFigure,
  '7d_click': WireFigure,
  '28d_click': WireFigure,
  '1d_view': WireFigure,
  '1d_ev': WireFigure,
})
type WireAction = z.infer<typeof WireAction>

/** A row has dozens of actions; only those that are used are parsed. */
function actionsOf(isRead: (type: unknown) => boolean) {
  const pick = (list: unknown) =>
    Array.isArray(list) ? list.filter((one: unknown) => isRead(typeOf(one))) : (list ?? [])
  return z.preprocess(pick, z.array(WireAction))
}

function typeOf(action: unknown): unknown {
  // Anything that is not an action is refused by its schema.
  return typeof action === 'object' && action !== null && 'action_type' in action ? action.action_type : 'purchase'
}

const purchases = actionsOf((type) => typeof type === 'string' && type.endsWith('purchase'))
const views = actionsOf(() => true)
const id = WireId.nullish().transform((text) => text ?? '')

/** A row of insights. Zero values are absent. */
export const WireInsights = z.object({
  account_currency: z.string().nullish(),
  campaign_id: id,
  adset_id: id,
  ad_id: id,
  date_start: z.iso.date(),
  date_stop: z.iso.date(),
  spend: WireFigure,
  impressions: WireCount,
  clicks: WireCount,
  inline_link_clicks: WireCount,
  reach: WireCount.nullish(),
  actions: purchases,
  action_values: purchases,
  video_play_actions: views,
  attribution_setting: z.string().nullish(),
  hourly_stats_aggregated_by_advertiser_time_zone: z.string().nullish(),
})
export type WireInsights = z.infer<typeof WireInsights>

/** The attribution windows for which purchases are requested besides the account's own setting. */
export const windows = ['1d_click', '7d_click', '28d_click', '1d_view', '1d_ev'] as const

type Figure = 'value' | (typeof windows)[number]

const website = 'offsite_conversion.fb_pixel_purchase'
/** One purchase appears under several action types; each of these includes all purchases, the preferred first. */
const umbrellas = ['omni_purchase', 'purchase'] as const
/** Used without an umbrella type: these do not overlap. */
const parts = [
  website,
  'onsite_conversion.purchase',
  'app_custom_event.fb_mobile_purchase',
  'offline_conversion.purchase',
]

/** Purchases of a row by the account's own setting, and the same by other rules. */
interface Purchases extends AdClaim {
  readonly claims: Readonly<Record<string, AdClaim>>
}

/** Uses exactly one action type per row, the same for counts and values; never the sum of overlapping types. */
export function toPurchases({ actions, action_values }: Pick<WireInsights, 'actions' | 'action_values'>): Purchases {
  const types = chosenTypes(actions)
  const claim = (of: readonly string[], figure: Figure): AdClaim => ({
    purchases: sumOf(actions, of, figure),
    // A purchase without a value is one for which the pixel sent none.
    value: sumOf(action_values, of, figure),
  })
  const told = [
    ...windows.map((window) => [window, claim(types, window)] as const),
    ['website_only', claim([website], 'value')] as const,
  ].filter(([, { purchases, value }]) => !isZero(purchases) || !isZero(value))
  return { ...claim(types, 'value'), claims: Object.fromEntries(told) }
}

function chosenTypes(actions: readonly WireAction[]): readonly string[] {
  const umbrella = umbrellas.find((type) => actions.some(({ action_type }) => action_type === type))
  return umbrella === undefined ? parts : [umbrella]
}

function sumOf(list: readonly WireAction[], types: readonly string[], figure: Figure): string {
  return addDecimals(list.filter(({ action_type }) => types.includes(action_type)).map((action) => action[figure]))
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text)
}

/** The used fields of an insights row; only a few of its dozens of figures are kept in memory. */
export interface ReadRow {
  readonly day: Day
  readonly row: AdRow
  /** As reported in the row; null if missing. */
  readonly currency: string | null
  readonly setting: string | null
  /** `09:00:00 - 09:59:59`, for an hourly row. */
  readonly hours: string | null
}

const known = new Map<string, Day>()

/** Cached: thousands of rows have the same day. */
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

/** The wire format of rows, by level. */
export const rowShapes = { account: shapeOf('account'), campaign: shapeOf('campaign'), ad: shapeOf('ad') }

/** Converts an insights row. Reach is that of exactly this row. */
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

/** Reads attribution windows in days from settings such as `7d_click_1d_view`. */
export function windowDays(settings: readonly string[]): { readonly click: number; readonly view: number } | undefined {
  const most = (kind: RegExp) =>
    Math.max(0, ...settings.flatMap((text) => [...text.matchAll(kind)].map((found) => Number(found[1]))))
  return settings.length === 0 ? undefined : { click: most(/(\d+)d_click/g), view: most(/(\d+)d_view/g) }
}
