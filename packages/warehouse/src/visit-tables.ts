// The tables of visits: collected events, and what is derived from them for orders.
import type { Table } from './table.ts'

/**
 * The activity of the shop's visitors, as collected (attribution.md §1, §4): addresses are cleaned, people are keyed hashes,
 * and without consent there is no visitor and no click id. Non-human traffic is marked, not dropped; `bot` is what the
 * request alone showed. `ad_click` is the id of the one ad click that `url` belongs to. `is_foreign` marks events sent
 * neither by a page of the shop nor by its server: an order that they name is only a claim, and joins nobody to it.
 */
export const events = {
  name: 'events',
  columns: {
    shop_id: 'UUID',
    day: 'Date',
    visitor_id: 'String',
    at: "DateTime64(3, 'UTC')",
    event_id: 'String',
    received_at: "DateTime64(3, 'UTC')",
    name: 'LowCardinality(String)',
    source: 'LowCardinality(String)',
    url: 'String CODEC(ZSTD(3))',
    referrer: 'String CODEC(ZSTD(3))',
    consent: "Enum8('unknown' = 0, 'granted' = 1, 'denied' = 2, 'withdrawn' = 3)",
    may_keep_clicks: 'UInt8',
    may_send_user_data: 'UInt8',
    may_personalise: 'UInt8',
    identifiers: 'Array(String)',
    order_id: 'String',
    checkout_token: 'String',
    cart_token: 'String',
    value: 'Decimal(18, 6)',
    currency: 'LowCardinality(String)',
    browser_keys: 'String CODEC(ZSTD(3))',
    ad_click: 'String',
    bot: "Enum8('no' = 0, 'suspect' = 1, 'bot' = 2)",
    bot_reasons: 'Array(LowCardinality(String))',
    network: 'String',
    is_foreign: 'UInt8',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'day', 'visitor_id', 'at', 'event_id'],
  indices: [
    'INDEX by_visitor visitor_id TYPE bloom_filter GRANULARITY 1',
    'INDEX by_order order_id TYPE bloom_filter GRANULARITY 1',
    'INDEX by_ad_click ad_click TYPE bloom_filter GRANULARITY 1',
  ],
} satisfies Table

/**
 * When a device was linked to a person: events and orders on it that identified them (attribution.md §3). `identifiers` are
 * those of the table of that name; `order_id` stands for the buyer of that order.
 */
export const identifications = {
  name: 'identifications',
  columns: {
    shop_id: 'UUID',
    visitor_id: 'String',
    at: "DateTime64(3, 'UTC')",
    event_id: 'String',
    identifiers: 'Array(String)',
    order_id: 'String',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'visitor_id', 'at', 'event_id'],
  indices: [
    'INDEX by_identifier identifiers TYPE bloom_filter GRANULARITY 1',
    'INDEX by_order order_id TYPE bloom_filter GRANULARITY 1',
  ],
} satisfies Table

/**
 * Touchpoints that can earn credit (attribution.md §1, §2), derived from events, from the orders' own data (`order_id`, no
 * visitor), or imported. `channel_rule` is the result of the rules in §5, `channel` the one after joining with a campaign;
 * `joined` is what an ad was matched by. `bot` classifies the whole session, by the kinds of signals in `bot_reasons`.
 */
export const touches = {
  name: 'touches',
  columns: {
    shop_id: 'UUID',
    visitor_id: 'String',
    at: "DateTime64(3, 'UTC')",
    touch_id: 'String',
    session_id: 'String',
    kind: "Enum8('click' = 1, 'view' = 2, 'engaged_view' = 3)",
    channel: 'LowCardinality(String)',
    channel_rule: 'LowCardinality(String)',
    paid: 'UInt8',
    platform: 'LowCardinality(String)',
    account_id: 'String',
    campaign_id: 'String',
    ad_set_id: 'String',
    ad_id: 'String',
    joined: "Enum8('none' = 0, 'platform' = 1, 'name' = 2, 'campaign' = 3, 'ad_set' = 4, 'ad' = 5)",
    source: 'LowCardinality(String)',
    medium: 'LowCardinality(String)',
    campaign: 'String',
    content: 'String',
    term: 'String',
    click_id: 'String',
    url: 'String CODEC(ZSTD(3))',
    referrer: 'String CODEC(ZSTD(3))',
    evidence:
      "Enum8('none' = 0, 'click_id' = 1, 'utm' = 2, 'referrer' = 3, 'platform_view' = 4, 'survey' = 5, 'import' = 6)",
    origin: "Enum8('pixel' = 1, 'server' = 2, 'order' = 3, 'import' = 4)",
    order_id: 'String',
    bot: "Enum8('no' = 0, 'suspect' = 1, 'bot' = 2)",
    bot_reasons: 'Array(LowCardinality(String))',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'visitor_id', 'at', 'touch_id'],
  indices: [
    'INDEX by_time at TYPE minmax GRANULARITY 1',
    'INDEX by_order order_id TYPE bloom_filter GRANULARITY 1',
    'INDEX by_click click_id TYPE bloom_filter GRANULARITY 1',
  ],
} satisfies Table

/**
 * Survey responses about what brought buyers to the shop, one row per order with a response (attribution.md §13), even while
 * the order is unknown. `answer` is the id of an option, `other`, or empty: skipped. `channel` and `platform` are those
 * currently assigned to the answer. Buyers' own words are not stored here.
 */
export const surveyResults = {
  name: 'survey_answers',
  columns: {
    shop_id: 'UUID',
    order_id: 'String',
    question_version: 'UInt32',
    answer: 'LowCardinality(String)',
    channel: 'LowCardinality(String)',
    platform: 'LowCardinality(String)',
    answered_at: "DateTime64(3, 'UTC')",
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'order_id'],
  indices: [],
} satisfies Table

/**
 * One row per counted order: its money in shop currency and every touch of its person up to the order, the oldest first
 * (ties by id). Windows, scope and models are applied when a question is asked. Lists run in parallel; times in them are
 * milliseconds, 0 where there is none. Derived from ledger, touches, identifications and survey; never edited.
 */
export const journeys = {
  name: 'journeys',
  columns: {
    shop_id: 'UUID',
    placed_at: "DateTime('UTC')",
    order_id: 'String',
    order_name: 'String',
    person: 'String',
    customer_class: "Enum8('none' = 0, 'new' = 1, 'returning' = 2, 'unidentified' = 3)",
    cancelled: 'UInt8',
    consent_gap: 'UInt8',
    previous_ms: 'Int64',
    milestone_ms: 'Int64',
    survey_channel: 'LowCardinality(String)',
    order_revenue: 'Decimal(18, 6)',
    order_revenue_back: 'Decimal(18, 6)',
    goods: 'Decimal(18, 6)',
    goods_back: 'Decimal(18, 6)',
    touch_ids: 'Array(String)',
    touch_ms: 'Array(Int64)',
    kinds: 'Array(UInt8)',
    channels: 'Array(LowCardinality(String))',
    platforms: 'Array(LowCardinality(String))',
    paid: 'Array(UInt8)',
    account_ids: 'Array(LowCardinality(String))',
    campaign_ids: 'Array(LowCardinality(String))',
    ad_set_ids: 'Array(LowCardinality(String))',
    ad_ids: 'Array(LowCardinality(String))',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'placed_at', 'order_id'],
  indices: ['INDEX by_order order_id TYPE bloom_filter GRANULARITY 1'],
} satisfies Table

/**
 * Journeys on their way into `journeys` while all of a shop's are derived again, so that their changes can be recorded before
 * they replace the current ones. Empty at any other time.
 */
export const journeyDrafts = {
  name: 'journey_drafts',
  columns: journeys.columns,
  orderBy: journeys.orderBy,
  indices: [],
} satisfies Table

/**
 * By device that identified anybody or on which anything was bought: when people were seen on it (milliseconds, earliest
 * first), and who; `crowded` if they are more people than a family has. Kept while all journeys of a shop are derived, which
 * needs it more than once; empty at any other time. Rows of another `version` are left over from a derivation that died.
 */
export const deviceOwners = {
  name: 'device_owners',
  columns: {
    shop_id: 'UUID',
    visitor_id: 'String',
    seen: 'Array(Int64)',
    owners: 'Array(UUID)',
    crowded: 'UInt8',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'visitor_id'],
  indices: [],
} satisfies Table
