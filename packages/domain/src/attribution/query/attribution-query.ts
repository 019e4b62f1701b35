import { ComparisonInput, checkRange, DayInput, type PlaceLevel } from '@tillsight/metrics'
import { z } from 'zod'
import { configFields } from '../../credit/index.ts'

/** Levels of rows in attribution queries and results, from broadest to narrowest. */
export const attributionLevels = ['channel', 'campaign', 'adset', 'ad'] as const
/** One of {@link attributionLevels}. */
export type AttributionLevel = (typeof attributionLevels)[number]

/** A level of rows by the catalogue's name. */
export type CreditLevel = 'channel' | PlaceLevel

/** The requested level. */
export const LevelInput = z.enum(attributionLevels)

/** The name of a level in queries and results. */
export function levelName(level: CreditLevel): AttributionLevel {
  return level === 'ad_set' ? 'adset' : level
}

/** The catalogue's name of a level. */
export function toCreditLevel(level: AttributionLevel): CreditLevel {
  return level === 'adset' ? 'ad_set' : level
}

const Id = z.string().max(200)

/** The id parts of a row whose children are requested. */
const ParentInput = z.strictObject({
  channel: Id.optional(),
  platform: Id.optional(),
  account_id: Id.optional(),
  campaign_id: Id.optional(),
  ad_set_id: Id.optional(),
})

/** Filters on the returned rows; totals and reconciliation still cover everything. */
const FiltersInput = z.strictObject({
  channels: z.array(Id).max(200).optional(),
  platforms: z.array(Id).max(200).optional(),
  /** Text contained in a name, an id or a channel, ignoring case. */
  search: z.string().trim().max(100).optional(),
})

/** Columns that rows can be sorted by. */
export const rowOrders = [
  'revenue',
  'net_revenue',
  'orders',
  'new_orders',
  'spend',
  'clicks',
  'roas',
  'cpa',
  'cost_per_new_customer',
  'credited_cm2',
  'profit',
  'poas',
  'name',
] as const

/** Whether to report what credited orders contribute after delivery and after ads. Takes the right to see profit. */
export const contributionAsked = z.boolean().default(false)

/** An attribution query as received from outside. Only the days are required. */
export const AttributionQuery = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    ...configFields,
    level: LevelInput.default('channel').transform(toCreditLevel),
    parent: ParentInput.optional(),
    filters: FiltersInput.optional(),
    contribution: contributionAsked,
    compare: ComparisonInput.optional(),
    /** Bucket length of the series; no series if absent. */
    interval: z.enum(['day', 'week', 'month']).optional(),
    order: z.strictObject({ by: z.enum(rowOrders), direction: z.enum(['ascending', 'descending']) }).optional(),
    limit: z.int().min(1).max(1000).default(200),
    cursor: z.string().max(1000).optional(),
  })
  .superRefine(checkRange)
/** A validated query. */
export type AttributionQuery = z.output<typeof AttributionQuery>
/** A query before validation. */
export type AttributionQueryInput = z.input<typeof AttributionQuery>

/** A query for the orders behind one row, with the configuration of the attribution query. */
export const AttributionOrdersQuery = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    ...configFields,
    /** The id parts of the row; absent ones match everything. `not_tracked`: orders that no touch earned. */
    row: z.union([z.literal('not_tracked'), ParentInput.extend({ channel: Id, ad_id: Id.optional() })]),
    limit: z.int().min(1).max(1000).default(50),
    cursor: z.string().max(1000).optional(),
  })
  .superRefine(checkRange)
export type AttributionOrdersQuery = z.output<typeof AttributionOrdersQuery>
/** The query before validation. */
export type AttributionOrdersInput = z.input<typeof AttributionOrdersQuery>
