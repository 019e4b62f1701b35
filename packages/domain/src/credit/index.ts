// The options by which credit is assigned, and the credit of one order's touches under them. Must not know journeys, stores
// or who asks.
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
 * Models available in queries: those of §9, and `markov`, in which the fitted chain determines the credit of channels (§10).
 * Below the channel level `markov` is `markov_local`.
 */
export const requestedModels = [...additiveModels, 'markov'] as const
/** One of {@link requestedModels}. */
export type RequestedModel = (typeof requestedModels)[number]

/** Click windows in days; null is unlimited. */
export const clickWindows = [1, 7, 14, 28, 30, 60, 90] as const
/** View windows in days; 0 ignores views. */
export const viewWindows = [0, 1, 7] as const

const Share = z
  .string()
  .regex(/^[0-9]{1,6}\/[1-9][0-9]{0,5}$/, 'Write the share as a fraction such as 1/2.')
  .refine((text) => isAtMostOne(text), 'The share is one at most.')

function isAtMostOne(text: string): boolean {
  const [over = '0', by = '1'] = text.split('/')
  return Number(over) <= Number(by)
}

/** Attribution settings (attribution.md §7 to §13); every field has a default. */
export const configFields = {
  model: z.enum(requestedModels).default('last_non_direct'),
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
  /** `order`: credit is dated by the order; `touch`: by the touch that earned it. */
  date: z.enum(['order', 'touch']).default('order'),
  /**
   * `order_date`: a refund lowers net on the day of the credit, whenever it happened. `refund_date`: it is booked on the day
   * of the refund, so that past days do not change.
   */
  refund_basis: z.enum(['order_date', 'refund_date']).default('order_date'),
  /** Which money of an order is distributed, by the name of the catalogue's metric. */
  value: z.enum(orderValueIds).default(usualOrderValue),
  customers: z.enum(['all', 'new', 'returning']).default('all'),
  currency: CurrencyInput.optional(),
}

/** The attribution settings of a query. */
export type RequestedConfig = z.output<z.ZodObject<typeof configFields>>

/** A shop's attribution settings as it keeps them. */
interface UsualRules {
  readonly model: RequestedModel
  readonly clickWindowDays: number | null
  readonly viewWindowDays: number
  readonly directPolicy: string
  readonly journeyScope: string
  readonly halfLifeDays: number
  readonly surveyShare: string
  readonly value: string
}

/** A shop's settings as those of a query, under its own model or another one. */
export function usualConfig(rules: UsualRules, model = rules.model): RequestedConfig {
  return z.object(configFields).parse({
    model,
    click_window_days: rules.clickWindowDays,
    view_window_days: rules.viewWindowDays,
    direct_policy: rules.directPolicy,
    journey_scope: rules.journeyScope,
    half_life_days: rules.halfLifeDays,
    survey_share: rules.surveyShare,
    value: rules.value,
  })
}

/** Converts attribution settings for the models. */
export function toCreditConfig(params: RequestedConfig, effects?: CreditConfig['removal_effects']): CreditConfig {
  const [over = '1', by = '2'] = params.survey_share.split('/')
  return {
    click_window_days: params.click_window_days,
    view_window_days: params.view_window_days,
    direct_policy: params.direct_policy,
    journey_scope: params.journey_scope,
    half_life_days: params.half_life_days,
    survey_share: { over: BigInt(over), by: BigInt(by) },
    survey_base: params.survey_base,
    ...(effects === undefined ? {} : { removal_effects: effects }),
  }
}

/** Whether views can earn credit under the settings. */
export function looksAtViews({ model, survey_base }: RequestedConfig): boolean {
  return model === 'clicks_and_views' || (model === 'survey_blend' && survey_base === 'clicks_and_views')
}

/** Number of days after a touch in which an order can still be credited to it; null for no limit. */
export function longestWindow(params: RequestedConfig): number | null {
  const { click_window_days: clicks, view_window_days: views } = params
  if (clicks === null) return null
  return looksAtViews(params) ? Math.max(clicks, views) : clicks
}

/** One order as models expect it, with its money in millionths. */
export interface ExplainedOrder {
  readonly order: Omit<Order, 'value_minor' | 'refunds'>
  /** The value to distribute, and what is left of it after refunds. */
  readonly value: bigint
  readonly net: bigint
  readonly touches: readonly Touch[]
  /** When the same person's previous order was placed. */
  readonly previousMs: number | undefined
}

/** A model's credit by touch, in millionths of money and of the order. */
type Shares = ReadonlyMap<string, { gross: bigint; net: bigint; orders: bigint }>

/** The credit of one model by touch, exact to the millionth; `minor` is the minor unit in millionths. */
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

/** The order and its predecessor as `attribute` expects them, in minor units. */
export function toHistory({ order: told, value, net, touches, previousMs }: ExplainedOrder, minor: bigint) {
  const refund = value / minor - net / minor
  const order: Order = { ...told, value_minor: value / minor, refunds: refund > 0n ? [refund] : [] }
  const previous: Order[] = previousMs === undefined ? [] : [{ order_id: '', ts: previousMs, value_minor: 0n }]
  return { order, person: { touches, orders: [order, ...previous] } }
}
