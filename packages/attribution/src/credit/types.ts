/** Models that share every order out completely: what no touch earns is unattributed. */
export const additiveModels = [
  'first_click',
  'last_click',
  'first_non_direct',
  'last_non_direct',
  'last_paid',
  'linear_all',
  'linear_paid',
  'upper_funnel_linear',
  'time_decay',
  'position_u',
  'position_j',
  'position_j_inverse',
  'position_w',
  'shapley',
  'markov_local',
  'clicks_and_views',
  'survey_blend',
] as const
/** One of {@link additiveModels}. */
export type AdditiveModel = (typeof additiveModels)[number]

/** What each platform would claim for itself; the claims of several come to more than there was. */
export const claimsModel = 'platform_last_click'

/** `click`: an observed visit, whatever it came from; `view`, `engaged_view`: an ad that a platform tied to the person. */
export type TouchKind = 'click' | 'view' | 'engaged_view'

/** One contact that can earn credit. */
export interface Touch {
  readonly touch_id: string
  /** Milliseconds since 1970, UTC. */
  readonly ts: number
  readonly kind: TouchKind
  readonly channel: string
  readonly platform: string | null
  /** Decided when the touch was classified, never by the name of its channel. */
  readonly paid: boolean
}

/** An order of the person, as far as credit depends on it. Amounts are minor units of the order's currency. */
export interface Order {
  readonly order_id: string
  /** Milliseconds since 1970, UTC. */
  readonly ts: number
  readonly value_minor: bigint
  readonly refunds?: readonly bigint[] | undefined
  readonly cancelled?: boolean | undefined
  readonly test?: boolean | undefined
  /** First newsletter sign-up or first add-to-cart, as the shop chose; for the W-shaped model. */
  readonly milestone_ts?: number | undefined
  /** What the buyer answered to "How did you hear about us?", as a channel. */
  readonly survey_channel?: string | undefined
}

/** A fraction of integers, `by` above zero. */
export interface Fraction {
  readonly over: bigint
  readonly by: bigint
}

/** Under which rules credit is given. */
export interface CreditConfig {
  /** How long before the order a click may be, in days of 86,400,000 ms, both ends included; null: ever. */
  readonly click_window_days: number | null
  /** The same for views. */
  readonly view_window_days: number | null
  /** `exclude_unless_only`: direct visits earn nothing beside others. */
  readonly direct_policy: 'include' | 'exclude_unless_only'
  /** `since_previous_order`: touches before the person's previous order earn nothing from this one. */
  readonly journey_scope: 'window' | 'since_previous_order'
  readonly half_life_days: number
  /** Which part of an order the survey's answer takes. */
  readonly survey_share: Fraction
  /** The model that the rest is shared out by. */
  readonly survey_base: Exclude<AdditiveModel, 'survey_blend'>
  /** Removal effects by channel, for `markov_local`. */
  readonly removal_effects?: ReadonlyMap<string, Fraction> | undefined
}

export const usualConfig: CreditConfig = {
  click_window_days: 28,
  view_window_days: 1,
  direct_policy: 'include',
  journey_scope: 'window',
  half_life_days: 7,
  survey_share: { over: 1n, by: 2n },
  survey_base: 'linear_all',
}

/** What one touch gets of one order. */
export interface Credit {
  readonly touch_id: string
  readonly channel: string
  readonly gross_minor: bigint
  /** Of what is left after refunds. */
  readonly net_minor: bigint
  /** Millionths of an order. */
  readonly orders_micro: bigint
}

/** What a platform that sees only itself would claim of one order. */
export interface Claim {
  readonly platform: string
  readonly touch_id: string
  readonly claimed_minor: bigint
}

/** Stands in the place of a touch where nothing earned the order. */
export const unattributed = '(unattributed)'
export const direct = 'direct'
