import type { Day, DayRange } from '@tillsight/core/days'
import type { Query } from './client.ts'

// Every field here was verified against this API version; an unknown field fails the whole query.

/** A: the account's own data. */
export const accountQuery: Query = {
  what: 'the account',
  query:
    'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, customer.manager, customer.test_account, customer.status, customer.auto_tagging_enabled, customer.conversion_tracking_setting.conversion_tracking_status, customer.conversion_tracking_setting.google_ads_conversion_customer, customer.final_url_suffix, customer.tracking_url_template FROM customer LIMIT 1',
}

/** B: everything below a manager. */
export const clientsQuery: Query = {
  what: 'accounts of a manager',
  query:
    'SELECT customer_client.client_customer, customer_client.id, customer_client.level, customer_client.manager, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.hidden, customer_client.test_account, customer_client.status FROM customer_client WHERE customer_client.level >= 1',
}

/** K: what counts as a conversion, and the click windows. */
export const conversionActionsQuery: Query = {
  what: 'conversion actions',
  query:
    'SELECT conversion_action.id, conversion_action.name, conversion_action.category, conversion_action.type, conversion_action.origin, conversion_action.status, conversion_action.primary_for_goal, conversion_action.include_in_conversions_metric, conversion_action.counting_type, conversion_action.click_through_lookback_window_days, conversion_action.view_through_lookback_window_days, conversion_action.attribution_model_settings.attribution_model, conversion_action.value_settings.default_value, conversion_action.value_settings.default_currency_code, conversion_action.owner_customer FROM conversion_action',
}

const figures = 'metrics.cost_micros, metrics.impressions, metrics.clicks'
const counted = 'metrics.conversions, metrics.conversions_value'
const ofAllKinds = 'metrics.all_conversions, metrics.all_conversions_value'

/** A report over days, both ends included. */
export type DayReport = (range: DayRange) => Query

function report(what: string, fields: string, resource: string): DayReport {
  return (range) => ({
    what,
    query: `SELECT segments.date, ${fields} FROM ${resource} WHERE segments.date BETWEEN '${range.from}' AND '${range.to}'`,
  })
}

/** J: account totals. */
export const accountDays = report('daily figures', `${figures}, ${counted}`, 'customer')

/** C: campaigns of every type; the authoritative spend. */
export const campaignDays = report(
  'daily figures of campaigns',
  `campaign.id, ${figures}, metrics.interactions, ${counted}, ${ofAllKinds}, metrics.view_through_conversions, metrics.conversions_by_conversion_date, metrics.conversions_value_by_conversion_date, metrics.all_conversions_by_conversion_date, metrics.all_conversions_value_by_conversion_date, metrics.platform_comparable_conversions, metrics.platform_comparable_conversions_value`,
  'campaign',
)

/** E: ad groups. */
export const adGroupDays = report(
  'daily figures of ad groups',
  `campaign.id, ad_group.id, ${figures}, ${counted}, ${ofAllKinds}`,
  'ad_group',
)

/** F: ads. */
export const adDays = report(
  'daily figures of ads',
  `campaign.id, ad_group.id, ad_group_ad.ad.id, ${figures}, ${counted}`,
  'ad_group_ad',
)

/** G: asset groups of Performance Max. */
export const assetGroupDays = report(
  'daily figures of asset groups',
  `campaign.id, asset_group.id, ${figures}, ${counted}`,
  'asset_group',
)

/** H: conversions by conversion action; no other metrics can be selected with it. */
export const campaignActions = report(
  'conversions by action',
  `campaign.id, segments.conversion_action, segments.conversion_action_name, segments.conversion_action_category, segments.external_conversion_source, ${counted}, ${ofAllKinds}`,
  'campaign',
)

const category = 'segments.conversion_action_category'

/** H for levels below the campaign; only queried if anything but purchases was counted. */
export const deepActions = {
  adGroups: report('purchases of ad groups', `campaign.id, ad_group.id, ${category}, ${counted}`, 'ad_group'),
  ads: report(
    'purchases of ads',
    `campaign.id, ad_group.id, ad_group_ad.ad.id, ${category}, ${counted}`,
    'ad_group_ad',
  ),
  assetGroups: report(
    'purchases of asset groups',
    `campaign.id, asset_group.id, ${category}, ${counted}`,
    'asset_group',
  ),
} as const

/** Hourly figures of campaigns. */
export const campaignHours = report('figures by hour', `segments.hour, campaign.id, ${figures}, ${counted}`, 'campaign')

/** Purchases by hour. */
export const campaignHourActions = report(
  'conversions by hour',
  `segments.hour, campaign.id, ${category}, ${counted}`,
  'campaign',
)

/** The ad of each click; exactly one day at a time. */
export function clicksQuery(day: Day): Query {
  return {
    what: 'clicks',
    query: `SELECT click_view.gclid, click_view.ad_group_ad, click_view.keyword, click_view.keyword_info.text, click_view.keyword_info.match_type, segments.date, segments.ad_network_type, segments.click_type, campaign.id, ad_group.id FROM click_view WHERE segments.date = '${day}'`,
  }
}

/** Queries for the current configuration of an account. */
export const entityQueries = {
  campaigns: {
    what: 'campaigns',
    query:
      'SELECT campaign.id, campaign.name, campaign.status, campaign.primary_status, campaign.serving_status, campaign.advertising_channel_type, campaign.advertising_channel_sub_type, campaign.bidding_strategy_type, campaign.start_date_time, campaign.end_date_time, campaign.final_url_suffix, campaign.tracking_url_template, campaign.optimization_score, campaign_budget.amount_micros, campaign_budget.explicitly_shared FROM campaign',
  },
  adGroups: {
    what: 'ad groups',
    query: 'SELECT ad_group.id, ad_group.name, ad_group.status, ad_group.type, ad_group.campaign FROM ad_group',
  },
  ads: {
    what: 'ads',
    query:
      'SELECT ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.type, ad_group_ad.status, ad_group_ad.ad.final_urls, ad_group_ad.ad.final_url_suffix, ad_group_ad.ad.tracking_url_template, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions, ad_group_ad.ad.responsive_display_ad.marketing_images, ad_group_ad.ad.image_ad.image_url, ad_group_ad.ad.video_responsive_ad.videos, ad_group_ad.ad.demand_gen_multi_asset_ad.marketing_images, ad_group_ad.policy_summary.approval_status FROM ad_group_ad',
  },
  assetGroups: {
    what: 'asset groups',
    query:
      'SELECT asset_group.id, asset_group.name, asset_group.status, asset_group.primary_status, asset_group.final_urls, asset_group.ad_strength, asset_group.campaign FROM asset_group',
  },
  assetGroupAssets: {
    what: 'assets of asset groups',
    query:
      'SELECT asset_group.id, asset_group_asset.asset, asset_group_asset.field_type, asset_group_asset.status, asset.id, asset.type, asset.name, asset.image_asset.full_size.url, asset.youtube_video_asset.youtube_video_id, asset.youtube_video_asset.youtube_video_title, asset.text_asset.text FROM asset_group_asset',
  },
  /** Assets that ads refer to; only queried if an ad does. */
  assets: {
    what: 'pictures',
    query:
      "SELECT asset.id, asset.type, asset.name, asset.image_asset.full_size.url, asset.youtube_video_asset.youtube_video_id, asset.youtube_video_asset.youtube_video_title FROM asset WHERE asset.type IN ('IMAGE', 'YOUTUBE_VIDEO')",
  },
} as const satisfies Record<string, Query>
