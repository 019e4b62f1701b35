// Under which rules credit is given, as people choose them, and what one order's touches get by them.
// Must not know journeys, stores or who asks.
import {
  type AdditiveModel,
  additiveModels,
  attribute,
  type CreditConfig,
  type Order,
  type Touch,
  weightsOf,
} from '@tillsight/attribution'
import { CurrencyInput, orderValueIds, usualOrderValue } from '@tillsight/metrics'
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
  value: z.enum(orderValueIds).default(usualOrderValue),
  customers: z.enum(['all', 'new', 'returning']).default('all'),
  currency: CurrencyInput.optional(),
}

/** The part of a question that says under which rules credit is given. */
export type AskedConfig = z.output<z.ZodObject<typeof configFields>>

/** The rules as models take them. */
export function toCreditConfig(asked: AskedConfig, effects?: CreditConfig['removal_effects']): CreditConfig {
  const [over = '1', by = '2'] = asked.survey_share.split('/')
  return {
    click_window_days: asked.click_window_days,
    view_window_days: asked.view_window_days,
    direct_policy: asked.direct_policy,
    journey_scope: asked.journey_scope,
    half_life_days: asked.half_life_days,
    survey_share: { over: BigInt(over), by: BigInt(by) },
    survey_base: asked.survey_base,
    ...(effects === undefined ? {} : { removal_effects: effects }),
  }
}

/** Whether views can earn under the rules. */
export function looksAtViews({ model, survey_base }: AskedConfig): boolean {
  return model === 'clicks_and_views' || (model === 'survey_blend' && survey_base === 'clicks_and_views')
}

/** Days after a touch in which an order can still be credited to it; null: for ever. */
export function longestWindow(asked: AskedConfig): number | null {
  const { click_window_days: clicks, view_window_days: views } = asked
  if (clicks === null) return null
  return looksAtViews(asked) ? Math.max(clicks, views) : clicks
}

/** One order as models take it, with its money in millionths. */
export interface ExplainedOrder {
  readonly order: Omit<Order, 'value_minor' | 'refunds'>
  /** What is shared out, and what is left of it. */
  readonly value: bigint
  readonly net: bigint
  readonly touches: readonly Touch[]
  /** When the same person's previous order was. */
  readonly previousMs: number | undefined
}

/** What a model gives, in millionths of money and of the order. */
type Shares = ReadonlyMap<string, { gross: bigint; net: bigint; orders: bigint }>

/** The shares of one model by touch, exact to the millionth; `minor` is how many millionths a minor unit has. */
export function share(
  explained: ExplainedOrder,
  { model, config, minor }: { model: AdditiveModel; config: CreditConfig; minor: bigint },
): Shares {
  const { order, person } = toHistory(explained, minor)
  const credits = attribute(order, person, { model, config })
  const weights = weightsOf(order, person, { model, config })
  const heaviest = weights.reduce<{ touch_id: string; weight: bigint } | undefined>(
    (best, each) => (best === undefined || each.weight > best.weight ? each : best),
    undefined,
  )
  return new Map(
    credits.map(({ touch_id, gross_minor, net_minor, orders_micro }) => {
      const rest = heaviest === undefined || heaviest.touch_id === touch_id
      return [
        touch_id,
        {
          gross: gross_minor * minor + (rest ? explained.value % minor : 0n),
          net: net_minor * minor + (rest ? explained.net % minor : 0n),
          orders: orders_micro,
        },
      ]
    }),
  )
}

/** The order as the engine takes it, in minor units, beside the one before it. */
export function toHistory({ order: told, value, net, touches, previousMs }: ExplainedOrder, minor: bigint) {
  const refund = value / minor - net / minor
  const order: Order = { ...told, value_minor: value / minor, refunds: refund > 0n ? [refund] : [] }
  const previous: Order[] = previousMs === undefined ? [] : [{ order_id: '', ts: previousMs, value_minor: 0n }]
  return { order, person: { touches, orders: [order, ...previous] } }
}
