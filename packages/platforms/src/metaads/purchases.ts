import { addDecimals } from '@tillsight/core'
import type { AdClaim } from '../ad-records.ts'
import type { WireAction, WireInsights } from './insights-wire.ts'

/** Windows that the same purchases are told for beside the account's own setting. */
export const windows = ['1d_click', '7d_click', '28d_click', '1d_view', '1d_ev'] as const

type Figure = 'value' | (typeof windows)[number]

const website = 'offsite_conversion.fb_pixel_purchase'
/** One purchase appears under several types; these contain all of it, the best first. */
const umbrellas = ['omni_purchase', 'purchase'] as const
/** Without an umbrella: these do not overlap. */
const parts = [
  website,
  'onsite_conversion.purchase',
  'app_custom_event.fb_mobile_purchase',
  'offline_conversion.purchase',
]

/** Purchases of a row by the account's own setting, and the same by other rules. */
export interface Purchases extends AdClaim {
  readonly claims: Readonly<Record<string, AdClaim>>
}

/** Exactly one type of action per row, the same for numbers and values; never a sum of types that overlap. */
export function toPurchases({ actions, action_values }: Pick<WireInsights, 'actions' | 'action_values'>): Purchases {
  const types = chosenTypes(actions)
  const claim = (of: readonly string[], figure: Figure): AdClaim => ({
    purchases: sumOf(actions, of, figure),
    // A purchase without a value is one whose price the pixel did not send.
    value: sumOf(action_values, of, figure),
  })
  const told = [
    ...windows.map((window) => [window, claim(types, window)] as const),
    ['website_only', claim([website], 'value')] as const,
  ].filter(([, { purchases, value }]) => !isZero(purchases) || !isZero(value))
  return { ...claim(types, 'value'), claims: Object.fromEntries(told) }
}

function chosenTypes(actions: readonly WireAction[]): readonly string[] {
  const umbrella = umbrellas.find((type) => actions.some(({ action_type }) => action_type === type))
  return umbrella === undefined ? parts : [umbrella]
}

function sumOf(list: readonly WireAction[], types: readonly string[], figure: Figure): string {
  return addDecimals(list.filter(({ action_type }) => types.includes(action_type)).map((action) => action[figure]))
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text)
}
