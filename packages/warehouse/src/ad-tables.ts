// The tables of ads: their costs, platform-reported conversions, and configuration.
import type { Table } from './table.ts'

/**
 * The costs of ads and the conversions that platforms report for them: the parts of each account's day, which add up to the
 * platform's own totals. The part of an account or campaign that none of its ads explains is a row with the deeper ids empty.
 * Amounts are in the account's currency, days are the account's. `channel` is the platform, or the shop's name for a channel
 * without one.
 */
export const adDays = {
  name: 'ad_days',
  columns: {
    shop_id: 'UUID',
    day: 'Date',
    platform: 'LowCardinality(String)',
    account_id: 'String',
    campaign_id: 'String',
    ad_set_id: 'String',
    ad_id: 'String',
    channel: 'LowCardinality(String)',
    counts_as: "Enum8('ad_spend' = 1, 'marketing' = 2, 'expense' = 3)",
    currency: 'LowCardinality(String)',
    spend: 'Decimal(18, 6)',
    impressions: 'Int64',
    clicks: 'Int64',
    link_clicks: 'Int64',
    views: 'Int64',
    purchases: 'Decimal(18, 6)',
    purchase_value: 'Decimal(18, 6)',
    claim_rules: 'Array(LowCardinality(String))',
    claim_purchases: 'Array(Decimal(18, 6))',
    claim_values: 'Array(Decimal(18, 6))',
    attribution: 'LowCardinality(String)',
    zone: 'LowCardinality(String)',
    fetched_at: "DateTime('UTC')",
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'day', 'platform', 'account_id', 'campaign_id', 'ad_set_id', 'ad_id'],
  indices: [],
} satisfies Table

/** The hours of recent days, by campaign; `started_at` is when the hour began. */
export const adHours = {
  name: 'ad_hours',
  columns: {
    shop_id: 'UUID',
    day: 'Date',
    platform: 'LowCardinality(String)',
    account_id: 'String',
    campaign_id: 'String',
    started_at: "DateTime('UTC')",
    channel: 'LowCardinality(String)',
    currency: 'LowCardinality(String)',
    spend: 'Decimal(18, 6)',
    impressions: 'Int64',
    clicks: 'Int64',
    purchases: 'Decimal(18, 6)',
    purchase_value: 'Decimal(18, 6)',
    fetched_at: "DateTime('UTC')",
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'day', 'platform', 'account_id', 'campaign_id', 'started_at'],
  indices: [],
} satisfies Table

/** The current configuration of campaigns, ad sets and ads. */
export const adEntities = {
  name: 'ad_entities',
  columns: {
    shop_id: 'UUID',
    platform: 'LowCardinality(String)',
    account_id: 'String',
    level: "Enum8('account' = 1, 'campaign' = 2, 'ad_set' = 3, 'ad' = 4)",
    campaign_id: 'String',
    ad_set_id: 'String',
    ad_id: 'String',
    name: 'String',
    status: 'LowCardinality(String)',
    status_text: 'LowCardinality(String)',
    kind: 'LowCardinality(String)',
    budget: 'Decimal(18, 6)',
    budget_per: "Enum8('none' = 0, 'day' = 1, 'lifetime' = 2)",
    budget_shared_by: 'String',
    starts_on: 'Date',
    ends_on: 'Date',
    landing_url: 'String',
    url_tags: 'String',
    creative_id: 'String',
    title: 'String',
    text: 'String',
    image_url: 'String',
    is_video: 'UInt8',
    seen_at: "DateTime('UTC')",
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'platform', 'account_id', 'level', 'campaign_id', 'ad_set_id', 'ad_id'],
  indices: [],
} satisfies Table

/** People reached, as reported for exactly this entity and these days: never to be added up. */
export const adReach = {
  name: 'ad_reach',
  columns: {
    shop_id: 'UUID',
    platform: 'LowCardinality(String)',
    account_id: 'String',
    level: "Enum8('account' = 1, 'campaign' = 2, 'ad_set' = 3, 'ad' = 4)",
    campaign_id: 'String',
    ad_set_id: 'String',
    ad_id: 'String',
    first_day: 'Date',
    last_day: 'Date',
    reach: 'Int64',
    fetched_at: "DateTime('UTC')",
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'platform', 'first_day', 'last_day', 'level', 'account_id', 'campaign_id', 'ad_set_id', 'ad_id'],
  indices: [],
} satisfies Table

/** Which ad the click ids of landing pages belong to. */
export const adClickIds = {
  name: 'ad_clicks',
  columns: {
    shop_id: 'UUID',
    platform: 'LowCardinality(String)',
    click_id: 'String',
    day: 'Date',
    account_id: 'String',
    campaign_id: 'String',
    ad_set_id: 'String',
    ad_id: 'String',
    keyword: 'String',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'platform', 'click_id'],
  indices: [],
} satisfies Table
