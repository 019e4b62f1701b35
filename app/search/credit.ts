// How credit for orders is given, as the address says it. What it does not say is as the shop does it.

/** Days before an order within which a click counts. */
export const clickWindows = ['1', '7', '14', '28', '30', '60', '90', 'ever'] as const
/** The same for views; `0`: views do not count. */
export const viewWindows = ['0', '1', '7'] as const

const dateBases = ['order', 'touch'] as const
const refundBases = ['order', 'own'] as const
const creditValues = ['orders', 'goods'] as const
const buyers = ['all', 'new', 'returning'] as const
const directPolicies = ['include', 'drop'] as const
const scopes = ['window', 'order'] as const

/** Undefined: nothing was said. */
export interface CreditState {
  readonly model: string | undefined
  readonly clicks: (typeof clickWindows)[number] | undefined
  readonly views: (typeof viewWindows)[number] | undefined
  /** On which day credit is booked: the order's, or that of the touch that earned it. */
  readonly dates: (typeof dateBases)[number] | undefined
  /** On which day what came back lowers the net: the order's, or its own. */
  readonly refunds: (typeof refundBases)[number] | undefined
  /** What is shared out: order revenue, or goods alone. */
  readonly value: (typeof creditValues)[number] | undefined
  readonly buyers: (typeof buyers)[number] | undefined
  /** `drop`: direct visits earn nothing beside others. */
  readonly direct: (typeof directPolicies)[number] | undefined
  /** `order`: touches before the person's previous order earn nothing. */
  readonly scope: (typeof scopes)[number] | undefined
  /** Half-life of time decay in days. */
  readonly half: string | undefined
}

export type CreditPatch = { readonly [Key in keyof CreditState]?: CreditState[Key] }

/** The keys of the address, in its order. */
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

/** Reads the part of a query string that is about credit; what makes no sense is ignored. */
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
