import { z } from 'zod'
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
export type WireAction = z.infer<typeof WireAction>

/** Of the dozens of actions of a row only those that are read are looked at. */
function actionsOf(isRead: (type: unknown) => boolean) {
  const pick = (list: unknown) =>
    Array.isArray(list) ? list.filter((one: unknown) => isRead(typeOf(one))) : (list ?? [])
  return z.preprocess(pick, z.array(WireAction))
}

function typeOf(action: unknown): unknown {
  // What is no action at all is refused by its shape.
  return typeof action === 'object' && action !== null && 'action_type' in action ? action.action_type : 'purchase'
}

const purchases = actionsOf((type) => typeof type === 'string' && type.endsWith('purchase'))
const views = actionsOf(() => true)
const id = WireId.nullish().transform((text) => text ?? '')

/** A row of insights. What is zero is absent. */
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
