import { additiveModels } from '@tillsight/attribution'
import { isAppError, isCurrency } from '@tillsight/core'
import { countDays, type Day, parseDay } from '@tillsight/core/days'
import { z } from 'zod'

/**
 * Models that a question can name: those of §9, and `markov`, whose channels get what the fitted chain gives them (§10). Below
 * channels `markov` is `markov_local`.
 */
export const askedModels = [...additiveModels, 'markov'] as const
/** One of {@link askedModels}. */
export type AskedModel = (typeof askedModels)[number]

/** Windows for clicks in days; null is lifetime. */
export const clickWindows = [1, 7, 14, 28, 30, 60, 90] as const
/** Windows for views in days; 0 leaves views out. */
export const viewWindows = [0, 1, 7] as const

/** Levels of rows, from the widest to the narrowest. */
export const attributionLevels = ['channel', 'campaign', 'adset', 'ad'] as const
/** One of {@link attributionLevels}. */
export type AttributionLevel = (typeof attributionLevels)[number]

/** A shop day as `YYYY-MM-DD`. */
export const DayInput = z.string().transform((text, context): Day => {
  try {
    return parseDay(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: isAppError(error) ? error.message : 'This is not a day.' })
    return z.NEVER
  }
})

const mostDays = 3660

/** Says what is wrong with a range of days. */
export function checkDays({ from, to }: { readonly from: Day; readonly to: Day }, context: z.RefinementCtx): void {
  const tell = (message: string): void => context.addIssue({ code: 'custom', message, path: ['to'] })
  if (from > to) tell(`The range ends on ${to}, before it begins on ${from}: swap the two days.`)
  else if (countDays({ from, to }) > mostDays) tell('The range is longer than 10 years: ask for less at once.')
}

const Share = z
  .string()
  .regex(/^[0-9]{1,6}\/[1-9][0-9]{0,5}$/, 'Write the share as a fraction such as 1/2.')
  .refine((text) => isAtMostOne(text), 'The share is one at most.')

function isAtMostOne(text: string): boolean {
  const [over = '0', by = '1'] = text.split('/')
  return Number(over) <= Number(by)
}

/** Under which rules credit is given (attribution.md §7 to §13); everything has a usual value. */
export const configFields = {
  model: z.enum(askedModels).default('last_non_direct'),
  click_window_days: z
    .union([z.literal(clickWindows), z.null()])
    .default(28)
    .describe('How many days before the order a click may lie, both ends included; null: ever.'),
  view_window_days: z.literal(viewWindows).default(1),
  direct_policy: z.enum(['include', 'exclude_unless_only']).default('include'),
  journey_scope: z.enum(['window', 'since_previous_order']).default('window'),
  half_life_days: z.number().min(0.01).max(3650).default(7),
  survey_share: Share.default('1/2'),
  survey_base: z.enum(additiveModels.filter((model) => model !== 'survey_blend')).default('linear_all'),
  markov_order: z.literal([1, 2, 3]).default(1),
  /** `order`: credit stands on the day of the order; `touch`: on the day of the touch that earned it. */
  date: z.enum(['order', 'touch']).default('order'),
  /**
   * `order_date`: what came back of an order lowers its net on the day of the credit, whenever it came back. `refund_date`: it is
   * booked on the day on which it came back, so that past days stay as they are.
   */
  refund_basis: z.enum(['order_date', 'refund_date']).default('order_date'),
  /** Which money of an order is shared out, by the catalogue's metric of that name. */
  value: z.enum(['orderRevenue', 'goods']).default('orderRevenue'),
  customers: z.enum(['all', 'new', 'returning']).default('all'),
  currency: z
    .string()
    .refine(isCurrency, 'This is not a currency: expected an ISO 4217 code in upper case such as EUR.')
    .optional(),
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
    level: z.enum(attributionLevels).default('channel'),
    parent: ParentInput.optional(),
    filters: FiltersInput.optional(),
    compare: z
      .union([
        z.enum(['previous_period', 'previous_year']),
        z.strictObject({ from: DayInput, to: DayInput }).superRefine(checkDays),
      ])
      .optional(),
    /** Length of the buckets of a series; none when absent. */
    interval: z.enum(['day', 'week', 'month']).optional(),
    order: z.strictObject({ by: z.enum(rowOrders), direction: z.enum(['ascending', 'descending']) }).optional(),
    limit: z.int().min(1).max(1000).default(200),
    cursor: z.string().max(1000).optional(),
  })
  .superRefine(checkDays)
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
  .superRefine(checkDays)
export type AttributionOrdersQuestion = z.output<typeof AttributionOrdersQuestion>
/** As it comes in. */
export type AttributionOrdersInput = z.input<typeof AttributionOrdersQuestion>
