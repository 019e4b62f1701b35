import type { CreditConfig } from '@tillsight/attribution'
import type { z } from 'zod'
import type { UsedConfig } from './outputs.ts'
import type { AttributionQuestion } from './question.ts'

/** The part of a question that says under which rules credit is given. */
export type AskedConfig = Pick<
  AttributionQuestion,
  | 'model'
  | 'click_window_days'
  | 'view_window_days'
  | 'direct_policy'
  | 'journey_scope'
  | 'half_life_days'
  | 'survey_share'
  | 'survey_base'
  | 'markov_order'
  | 'date'
  | 'refund_basis'
  | 'value'
  | 'customers'
  | 'currency'
>

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

/** The rules as an answer repeats them. */
export function toUsedConfig(used: AskedConfig): z.infer<typeof UsedConfig> {
  return {
    click_window_days: used.click_window_days,
    view_window_days: used.view_window_days,
    direct_policy: used.direct_policy,
    journey_scope: used.journey_scope,
    half_life_days: used.half_life_days,
    survey_share: used.survey_share,
    survey_base: used.survey_base,
    markov_order: used.markov_order,
    date: used.date,
    refund_basis: used.refund_basis,
    value: used.value,
    customers: used.customers,
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
