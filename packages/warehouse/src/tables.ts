// The fact tables, column by column: migrations, writers and the metric catalogue's dataset check read the same lists.

/** Columns as ClickHouse types, in order. */
export type Columns = Readonly<Record<string, string>>

/** One fact table. */
export interface Table {
  readonly name: string
  readonly columns: Columns
  /** Sorting key; rows that agree in it replace each other by `version`. `shop_id` always comes first. */
  readonly orderBy: readonly string[]
  readonly indices: readonly string[]
  /** Rows that agree in this column are written together or not at all, however many rows there are. */
  readonly together?: string
}

/** Platform records as received, newest version of each: what the ledger is derived from. */
export const records = {
  name: 'records',
  columns: {
    shop_id: 'UUID',
    type: 'LowCardinality(String)',
    id: 'String',
    parent_id: 'String',
    source: 'LowCardinality(String)',
    updated_at: "DateTime64(3, 'UTC')",
    content_hash: 'UInt64',
    body: 'String CODEC(ZSTD(3))',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'type', 'parent_id', 'id'],
  indices: ['INDEX by_id id TYPE bloom_filter GRANULARITY 1'],
  together: 'parent_id',
} satisfies Table

/**
 * The order ledger (metrics.md §2): one row per line of an order, edit, refund or cancellation, in shop currency,
 * without tax; `side` tells what is sold from what is given back, whose amounts are negative. Order facts stand on every
 * row so that no question needs a join. `head` marks exactly one row of an order.
 */
export const ledger = {
  name: 'ledger',
  columns: {
    shop_id: 'UUID',
    booked_at: "DateTime('UTC')",
    order_id: 'String',
    row_id: 'String',
    kind: "Enum8('order' = 1, 'edit' = 2, 'refund' = 3, 'cancel' = 4)",
    side: "Enum8('sale' = 1, 'return' = 2)",
    line_type: "Enum8('product' = 1, 'gift_card' = 2, 'shipping' = 3, 'charge' = 4, 'tip' = 5, 'adjustment' = 6)",
    head: 'UInt8',
    product_id: 'String',
    variant_id: 'String',
    sku: 'String',
    title: 'LowCardinality(String)',
    quantity: 'Decimal(18, 4)',
    gross: 'Decimal(18, 6)',
    discount: 'Decimal(18, 6)',
    tax: 'Decimal(18, 6)',
    currency: 'LowCardinality(String)',
    rate: 'Decimal(18, 10)',
    order_name: 'String',
    order_status: 'LowCardinality(String)',
    placed_at: "DateTime('UTC')",
    paid: 'UInt8',
    customer_id: 'UUID',
    customer_class: "Enum8('none' = 0, 'new' = 1, 'returning' = 2, 'unidentified' = 3)",
    previous_paid_at: "DateTime('UTC')",
    previous_returning_at: "DateTime('UTC')",
    country: 'LowCardinality(String)',
    region: 'LowCardinality(String)',
    gateway: 'LowCardinality(String)',
    sales_channel: 'LowCardinality(String)',
    coupons: 'Array(LowCardinality(String))',
    source: 'LowCardinality(String)',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'booked_at', 'order_id', 'row_id'],
  indices: [
    'INDEX by_order order_id TYPE bloom_filter GRANULARITY 1',
    'INDEX by_customer customer_id TYPE bloom_filter GRANULARITY 1',
  ],
  together: 'order_id',
} satisfies Table

/**
 * Which customer an identifier belongs to. `identifier` is a keyed hash of `id:…`, `email:…` or `phone:…`: enough to
 * recognise somebody, not enough to write to them.
 */
export const identities = {
  name: 'identities',
  columns: {
    shop_id: 'UUID',
    identifier: 'FixedString(32)',
    customer_id: 'UUID',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'identifier'],
  indices: ['INDEX by_customer customer_id TYPE bloom_filter GRANULARITY 1'],
} satisfies Table

/**
 * One row per shop day and measure, rebuilt from the ledger whenever a day changes; answers questions without filters.
 * Distinct people do not add up, so for them the row says how many of the day's orders follow which earlier day of the
 * same person: those whose earlier day lies before a range are the distinct people of that range.
 */
export const daily = {
  name: 'daily',
  columns: {
    shop_id: 'UUID',
    measure: 'LowCardinality(String)',
    day: 'Date',
    value: 'Decimal(38, 6)',
    previous_days: 'Array(Date)',
    previous_counts: 'Array(UInt32)',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'measure', 'day'],
  indices: [],
} satisfies Table

/**
 * What every imported file says, also where another import or a connection says it differently: undoing an import looks
 * here for what stands without it. No figure is read from it.
 */
export const imported = {
  name: 'imported',
  columns: {
    shop_id: 'UUID',
    import_id: 'UUID',
    type: 'LowCardinality(String)',
    id: 'String',
    parent_id: 'String',
    updated_at: "DateTime64(3, 'UTC')",
    body: 'String CODEC(ZSTD(3))',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'type', 'parent_id', 'id', 'import_id'],
  indices: ['INDEX by_import import_id TYPE set(100) GRANULARITY 1'],
} satisfies Table

/**
 * What ads cost and what platforms claim for them: the parts of each account's day that add up to the platform's own
 * totals. What an account or campaign has beyond its ads is a row with the deeper ids empty. Amounts are in the account's
 * currency, days are the account's. `channel` is the platform, or what the shop calls a channel without one.
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
    counts_as: "Enum8('ad_spend' = 1, 'marketing' = 2)",
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

/** Campaigns, ad sets and ads as they are set up now. */
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

/** People reached, as told for exactly this place and these days: never added up. */
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
export const adClicks = {
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

export const tables = [
  records,
  ledger,
  identities,
  daily,
  imported,
  adDays,
  adHours,
  adEntities,
  adReach,
  adClicks,
] as const
/** The fact tables by name. */
export type TableName = (typeof tables)[number]['name']

const byName: ReadonlyMap<string, Table> = new Map(tables.map((table) => [table.name, table]))

/** The table of that name. */
export function tableOf(name: TableName): Table {
  const table = byName.get(name)
  if (!table) throw new Error(`there is no table ${name}`)
  return table
}
