import { ComparisonInput, checkRange, DayInput, type PlaceLevel } from '@tillsight/metrics'
import { z } from 'zod'
import { configFields } from '../../credit/index.ts'

/** Levels of rows as questions and answers about credit spell them, from the widest to the narrowest. */
export const attributionLevels = ['channel', 'campaign', 'adset', 'ad'] as const
/** One of {@link attributionLevels}. */
export type AttributionLevel = (typeof attributionLevels)[number]

/** A level of rows by the catalogue's name. */
export type CreditLevel = 'channel' | PlaceLevel

/** The level that a question asks for. */
export const LevelInput = z.enum(attributionLevels)

/** As it is spelled there. */
export function levelName(level: CreditLevel): AttributionLevel {
  return level === 'ad_set' ? 'adset' : level
}

/** By the catalogue's name. */
export function toCreditLevel(level: AttributionLevel): CreditLevel {
  return level === 'adset' ? 'ad_set' : level
}

const Id = z.string().max(200)

/** Rows below one row: the parts that name it. */
const ParentInput = z.strictObject({
  channel: Id.optional(),
  platform: Id.optional(),
  account_id: Id.optional(),
  campaign_id: Id.optional(),
  ad_set_id: Id.optional(),
})

/** Which rows are told; totals and closing stay those of everything. */
const FiltersInput = z.strictObject({
  channels: z.array(Id).max(200).optional(),
  platforms: z.array(Id).max(200).optional(),
  /** Text that a name, an id or a channel holds, in whatever case. */
  search: z.string().trim().max(100).optional(),
})

/** By what rows can be ordered. */
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
  'name',
] as const

/** A question about credit as it comes in. Only the days must be given. */
export const AttributionQuestion = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    ...configFields,
    level: LevelInput.default('channel').transform(toCreditLevel),
    parent: ParentInput.optional(),
    filters: FiltersInput.optional(),
    compare: ComparisonInput.optional(),
    /** Length of the buckets of a series; none when absent. */
    interval: z.enum(['day', 'week', 'month']).optional(),
    order: z.strictObject({ by: z.enum(rowOrders), direction: z.enum(['ascending', 'descending']) }).optional(),
    limit: z.int().min(1).max(1000).default(200),
    cursor: z.string().max(1000).optional(),
  })
  .superRefine(checkRange)
/** A question as it was understood. */
export type AttributionQuestion = z.output<typeof AttributionQuestion>
/** A question as it comes in. */
export type AttributionQuestionInput = z.input<typeof AttributionQuestion>

/** Asks for the orders behind one row, under the question's own configuration. */
export const AttributionOrdersQuestion = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    ...configFields,
    /** The parts that name the row; those left out stand for all. `not_tracked`: orders that no touch earned. */
    row: z.union([z.literal('not_tracked'), ParentInput.extend({ channel: Id, ad_id: Id.optional() })]),
    limit: z.int().min(1).max(1000).default(50),
    cursor: z.string().max(1000).optional(),
  })
  .superRefine(checkRange)
export type AttributionOrdersQuestion = z.output<typeof AttributionOrdersQuestion>
/** As it comes in. */
export type AttributionOrdersInput = z.input<typeof AttributionOrdersQuestion>
