import { refuse } from './errors.ts'
import { type Query, shifted } from './gaql.ts'

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

/** Metrics about conversions. */
const conversionFields: ReadonlySet<string> = new Set([
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

/** The fields that can be selected from each resource, as far as the simulator supports them. */
const resources: Readonly<Record<string, readonly string[]>> = {
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

/** The days of a query, both ends included; undefined: it has no dates. */
export interface Dates {
  readonly from: string
  readonly to: string
}

/** Daily rows are kept for 37 months, clicks for 90 days. */
const keptMonths = 37
const keptClickDays = 90
const coreSegments = new Set(['segments.date'])

/** Refuses a query as the platform does, and gives its dates. */
export function checkQuery(query: Query, today: string, keptSince?: string): Dates | undefined {
  const known = resources[query.resource]
  if (!known) refuse('queryError', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `'${query.resource}' is not a resource.`)
  const { select, where, orderBy } = query
  for (const field of [...select, ...where.map((one) => one.field), ...orderBy.map((one) => one.field)]) {
    if (field === '*' || !everyField.has(field)) {
      refuse('queryError', 'UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`)
    }
    if (!known.includes(field)) refuseField(field, query.resource)
  }
  checkCombinations(query)
  return checkDates(query, today, keptSince)
}

const everyField = new Set(Object.values(resources).flat())

function refuseField(field: string, resource: string): never {
  const kind = field.startsWith('metrics.') ? 'METRIC' : field.startsWith('segments.') ? 'SEGMENT' : 'RESOURCE'
  return refuse(
    'queryError',
    `PROHIBITED_${kind}_IN_SELECT_OR_WHERE_CLAUSE`,
    `Cannot select or filter on '${field}' with resource '${resource}'.`,
  )
}

function checkCombinations({ select, where }: Query): void {
  const byAction = select.find((field) => actionSegments.has(field))
  const beside = select.find((field) => field.startsWith('metrics.') && !conversionFields.has(field))
  if (byAction !== undefined && beside !== undefined) {
    refuse(
      'queryError',
      'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      `Cannot select the combination of '${byAction}' and '${beside}'.`,
    )
  }
  for (const { field } of where) {
    if (!field.startsWith('segments.') || coreSegments.has(field) || select.includes(field)) continue
    refuse('queryError', 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', `'${field}' must be selected as well.`)
  }
}

function checkDates(query: Query, today: string, keptSince = ''): Dates | undefined {
  const conditions = query.where.filter(({ field }) => field === 'segments.date')
  if (query.resource === 'click_view') return checkClickDay(conditions, today)
  const usesDates = query.select.some((field) => field.startsWith('metrics.') || field.startsWith('segments.'))
  if (conditions.length === 0 && !usesDates) return undefined
  const from = edge(conditions, ['>=', '='])
  const to = edge(conditions, ['<=', '='])
  if (from === undefined || to === undefined) {
    refuse('queryError', 'EXPECTED_FILTERS_ON_DATE_RANGE', 'A finite range of dates is needed.')
  }
  if (from > to) refuse('dateRangeError', 'INVALID_DATE', 'The start is after the end.')
  if (from < shiftedMonths(today, -keptMonths) || from < keptSince) {
    refuse(
      'dateRangeError',
      'REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED',
      'The requested date granularity is not supported for dates older than 37 months.',
    )
  }
  return { from, to }
}

function checkClickDay(conditions: Query['where'], today: string): Dates {
  const [only, ...more] = conditions
  const day = only?.values[0]
  if (only?.operator !== '=' || day === undefined || more.length > 0) {
    refuse('clickViewError', 'EXPECTED_FILTER_ON_A_SINGLE_DAY', 'ClickView needs a filter on a single day.')
  }
  if (day < shifted(today, -keptClickDays)) refuse('clickViewError', 'DATE_TOO_OLD', 'The date is older than 90 days.')
  return { from: day, to: day }
}

function edge(conditions: Query['where'], operators: readonly string[]): string | undefined {
  const found = conditions.find(({ operator }) => operators.includes(operator))?.values[0]
  if (found === undefined) return undefined
  if (!/^\d{4}-\d\d-\d\d$/.test(found)) refuse('queryError', 'INVALID_VALUE_IN_CONDITION', `'${found}' is not a date.`)
  return found
}

function shiftedMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
