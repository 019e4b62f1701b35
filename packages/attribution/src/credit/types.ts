/** Models that distribute every order completely: what no touch earns is unattributed. */
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

/** Conversions as each platform would report them; together they exceed the actual orders. */
export const claimsModel = 'platform_last_click'

/** `click`: an observed visit, whatever it came from; `view`, `engaged_view`: an ad that a platform tied to the person. */
export type TouchKind = 'click' | 'view' | 'engaged_view'

/** One touch that can earn credit. */
export interface Touch {
  readonly touch_id: string
  /** Milliseconds since 1970, UTC. */
  readonly ts: number
  readonly kind: TouchKind
  readonly channel: string
  readonly platform: string | null
  /** Set when the touch is classified, never derived from the channel's name. */
  readonly paid: boolean
}

/** The fields of an order that credit depends on. Amounts are minor units of the order's currency. */
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
  /** The buyer's response to “How did you hear about us?”, as a channel. */
  readonly survey_channel?: string | undefined
}

/** A fraction of integers, `by` above zero. */
export interface Fraction {
  readonly over: bigint
  readonly by: bigint
}

/** The rules by which credit is assigned. */
export interface CreditConfig {
  /** How many days (of 86,400,000 ms) before the order a click may be, both ends included; null for no limit. */
  readonly click_window_days: number | null
  /** The same for views. */
  readonly view_window_days: number | null
  /** `exclude_unless_only`: direct visits earn nothing when there are other touches. */
  readonly direct_policy: 'include' | 'exclude_unless_only'
  /** `since_previous_order`: touches before the person's previous order earn nothing from this one. */
  readonly journey_scope: 'window' | 'since_previous_order'
  readonly half_life_days: number
  /** The share of an order that the survey response takes. */
  readonly survey_share: Fraction
  /** The model that distributes the rest. */
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

/** One touch's credit for one order. */
export interface Credit {
  readonly touch_id: string
  readonly channel: string
  readonly gross_minor: bigint
  /** Share of the order's value after refunds. */
  readonly net_minor: bigint
  /** Millionths of an order. */
  readonly orders_micro: bigint
}

/** What a platform that sees only its own clicks would report for one order. */
export interface Claim {
  readonly platform: string
  readonly touch_id: string
  readonly claimed_minor: bigint
}

/** Used as the touch id where no touch earned the order. */
export const unattributed = '(unattributed)'
export const direct = 'direct'
