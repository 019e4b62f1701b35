const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const under = (prefix: string, text: string) => words(text).map((field) => `${prefix}.${field}`)

const basicMetrics = under('metrics', 'cost_micros impressions clicks interactions')
const conversionMetrics = under('metrics', 'conversions conversions_value all_conversions all_conversions_value')
const datedMetrics = under(
  'metrics',
  'conversions_by_conversion_date conversions_value_by_conversion_date all_conversions_by_conversion_date all_conversions_value_by_conversion_date',
)
const otherMetrics = under(
  'metrics',
  'view_through_conversions platform_comparable_conversions platform_comparable_conversions_value',
)
const usual = [...basicMetrics, ...conversionMetrics]
const everything = [...usual, ...datedMetrics, ...otherMetrics]

/** Segments that split conversions: nothing but conversions can be selected with them. */
export const actionSegments: ReadonlySet<string> = new Set(
  under('segments', 'conversion_action conversion_action_name conversion_action_category external_conversion_source'),
)

/** Metrics that say something about conversions. */
export const conversionFields: ReadonlySet<string> = new Set([
  ...conversionMetrics,
  ...datedMetrics,
  'metrics.platform_comparable_conversions',
  'metrics.platform_comparable_conversions_value',
])

const dated = ['segments.date', 'segments.hour', ...actionSegments]

const customer = under(
  'customer',
  `id descriptive_name currency_code time_zone manager test_account status auto_tagging_enabled
  conversion_tracking_setting.conversion_tracking_status conversion_tracking_setting.google_ads_conversion_customer
  final_url_suffix tracking_url_template`,
)
const campaign = [
  ...under(
    'campaign',
    `id name status primary_status serving_status advertising_channel_type advertising_channel_sub_type
    bidding_strategy_type start_date_time end_date_time final_url_suffix tracking_url_template optimization_score`,
  ),
  ...under('campaign_budget', 'amount_micros explicitly_shared'),
]
const adGroup = under('ad_group', 'id name status type campaign')
const ad = [
  ...under(
    'ad_group_ad.ad',
    `id name type final_urls final_url_suffix tracking_url_template responsive_search_ad.headlines
    responsive_search_ad.descriptions responsive_display_ad.marketing_images image_ad.image_url
    video_responsive_ad.videos demand_gen_multi_asset_ad.marketing_images`,
  ),
  ...under('ad_group_ad', 'status policy_summary.approval_status'),
]
const assetGroup = under('asset_group', 'id name status primary_status final_urls ad_strength campaign')
const asset = under(
  'asset',
  `id type name image_asset.full_size.url youtube_video_asset.youtube_video_id
  youtube_video_asset.youtube_video_title text_asset.text`,
)

/** What can be selected from each resource, as far as the simulator knows it. */
export const resources: Readonly<Record<string, readonly string[]>> = {
  customer: [...customer, ...everything, ...dated],
  customer_client: under(
    'customer_client',
    'client_customer id level manager descriptive_name currency_code time_zone hidden test_account status',
  ),
  campaign: [...customer, ...campaign, ...everything, ...dated],
  ad_group: [...customer, ...campaign, ...adGroup, ...usual, ...dated],
  ad_group_ad: [...customer, ...campaign, ...adGroup, ...ad, ...usual, ...dated],
  asset_group: [...customer, ...campaign, ...assetGroup, ...usual, ...dated],
  asset_group_asset: [...campaign, ...assetGroup, ...asset, ...under('asset_group_asset', 'asset field_type status')],
  asset,
  conversion_action: under(
    'conversion_action',
    `id name category type origin status primary_for_goal include_in_conversions_metric counting_type
    click_through_lookback_window_days view_through_lookback_window_days
    attribution_model_settings.attribution_model value_settings.default_value value_settings.default_currency_code
    owner_customer`,
  ),
  click_view: [
    ...under('click_view', 'gclid ad_group_ad keyword keyword_info.text keyword_info.match_type'),
    ...under('segments', 'date ad_network_type click_type'),
    ...campaign,
    ...adGroup,
    'metrics.clicks',
  ],
}
