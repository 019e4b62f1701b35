// The fact tables, column by column: migrations, writers and the metric catalogue all use these lists.
import { adClickIds, adDays, adEntities, adHours, adReach } from './ad-tables.ts'
import type { Table } from './table.ts'
import {
  deviceOwners,
  events,
  identifications,
  journeyDrafts,
  journeys,
  surveyResults,
  touches,
} from './visit-tables.ts'

export { adDays, adReach } from './ad-tables.ts'
export type { CompiledQuery } from './table.ts'

/** Platform records as received, in their newest version: the source of the ledger. */
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
 * The order ledger (metrics.md §2): one row per line of an order, edit, refund or cancellation, in shop currency, without
 * tax; `side` distinguishes sales from returns, whose amounts are negative. Order facts are on every row, so that no query
 * needs a join; `refunded` says whether any of them is a refund or cancellation. `head` marks exactly one row of an order.
 *
 * Costs are positive where they lower profit. What belongs to a whole order is shared among its goods: shipping and charges that
 * the buyer paid (`charges`, signed as income), handling, carriers, payment fees, return labels and expenses per order. How far
 * they are known is told for the goods of each row, and for fees and shipping of the whole order on all its rows.
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
    cost: 'Decimal(18, 6)',
    charges: 'Decimal(18, 6)',
    handling: 'Decimal(18, 6)',
    shipping_cost: 'Decimal(18, 6)',
    fee: 'Decimal(18, 6)',
    return_cost: 'Decimal(18, 6)',
    order_expense: 'Decimal(18, 6)',
    goods_state: "Enum8('none' = 0, 'exact' = 1, 'assumed' = 2, 'unknown' = 3)",
    fees_state: "Enum8('none' = 0, 'exact' = 1, 'assumed' = 2, 'unknown' = 3)",
    shipping_state: "Enum8('none' = 0, 'exact' = 1, 'assumed' = 2, 'unknown' = 3)",
    currency: 'LowCardinality(String)',
    rate: 'Decimal(18, 10)',
    order_name: 'String',
    order_status: 'LowCardinality(String)',
    placed_at: "DateTime('UTC')",
    paid: 'UInt8',
    refunded: 'UInt8',
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
  fills: [
    {
      set: 'refunded = 1',
      where: `refunded = 0 AND (shop_id, order_id) IN (SELECT shop_id, order_id FROM {table} FINAL WHERE kind IN ('refund', 'cancel'))`,
    },
  ],
} satisfies Table

/**
 * The customer of each identifier. `identifier` is a keyed hash of `id:…`, `email:…` or `phone:…`: enough to recognise a
 * person, not enough to contact them.
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
 * The same for each value of a dimension that orders have exactly one of, in one row: those measures that add up over days, in
 * the order of the catalogue. A value without ledger rows on a day has no row.
 */
const dailyParts = {
  name: 'daily_parts',
  columns: {
    shop_id: 'UUID',
    dimension: 'LowCardinality(String)',
    day: 'Date',
    value: 'String',
    measures: 'Array(Decimal(38, 6))',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'dimension', 'day', 'value'],
  indices: [],
} satisfies Table

/**
 * The contents of every imported file, even if another import or a connection differs: undoing an import looks here for what
 * remains without it. No figure is read from it.
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

export const tables = [
  records,
  ledger,
  identities,
  daily,
  dailyParts,
  imported,
  adDays,
  adHours,
  adEntities,
  adReach,
  adClickIds,
  events,
  identifications,
  touches,
  surveyResults,
  journeys,
  journeyDrafts,
  deviceOwners,
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
