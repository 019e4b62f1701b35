// Attribution settings in the address. Missing ones have the shop's defaults.

/** Click-through window: days before an order within which a click counts. */
export const clickWindows = ['1', '7', '14', '28', '30', '60', '90', 'ever'] as const
/** View-through window in days; `0`: views do not count. */
export const viewWindows = ['0', '1', '7'] as const

const dateBases = ['order', 'touch'] as const
const refundBases = ['order', 'own'] as const
const creditValues = ['orders', 'goods'] as const
const buyers = ['all', 'new', 'returning'] as const
const directPolicies = ['include', 'drop'] as const
const scopes = ['window', 'order'] as const

/** Undefined: not set. */
export interface CreditState {
  readonly model: string | undefined
  readonly clicks: (typeof clickWindows)[number] | undefined
  readonly views: (typeof viewWindows)[number] | undefined
  /** Booking day of attributed revenue: the order's, or the touchpoint's. */
  readonly dates: (typeof dateBases)[number] | undefined
  /** Booking day of refunds in net figures: the order's, or their own. */
  readonly refunds: (typeof refundBases)[number] | undefined
  /** The value that is attributed: order revenue, or product revenue alone. */
  readonly value: (typeof creditValues)[number] | undefined
  readonly buyers: (typeof buyers)[number] | undefined
  /** `drop`: direct visits earn no credit beside other touchpoints. */
  readonly direct: (typeof directPolicies)[number] | undefined
  /** `order`: touchpoints before the person's previous order earn no credit. */
  readonly scope: (typeof scopes)[number] | undefined
  /** Half-life of time decay in days. */
  readonly half: string | undefined
}

export type CreditPatch = { readonly [Key in keyof CreditState]?: CreditState[Key] }

/** Keys in the address, in order. */
export const creditKeys = [
  'model',
  'clicks',
  'views',
  'dates',
  'refunds',
  'value',
  'buyers',
  'direct',
  'scope',
  'half',
] as const satisfies readonly (keyof CreditState)[]

const modelPattern = /^[a-z][a-z0-9_]{0,39}$/
const halfPattern = /^[1-9]\d{0,2}$/

/** Parses the attribution settings of a query string; invalid ones are ignored. */
export function parseCredit(params: URLSearchParams): CreditState {
  return {
    model: matching(params, 'model', modelPattern),
    clicks: oneOf(params, 'clicks', clickWindows),
    views: oneOf(params, 'views', viewWindows),
    dates: oneOf(params, 'dates', dateBases),
    refunds: oneOf(params, 'refunds', refundBases),
    value: oneOf(params, 'value', creditValues),
    buyers: oneOf(params, 'buyers', buyers),
    direct: oneOf(params, 'direct', directPolicies),
    scope: oneOf(params, 'scope', scopes),
    half: matching(params, 'half', halfPattern),
  }
}

function oneOf<T extends string>(params: URLSearchParams, key: string, choices: readonly T[]): T | undefined {
  const text = params.get(key)
  return choices.find((choice) => choice === text)
}

function matching(params: URLSearchParams, key: string, pattern: RegExp): string | undefined {
  const text = params.get(key)
  return text !== null && pattern.test(text) ? text : undefined
}
