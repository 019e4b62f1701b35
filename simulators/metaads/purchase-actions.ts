import type { FakePurchase } from '../ads/world.ts'
import type { AttributionSetting, PurchaseTypes } from './options.ts'

/** A purchase and where it took place. */
export interface Reported extends FakePurchase {
  /** In a shop inside Meta's own surfaces instead of on the website. */
  readonly isOnMeta: boolean
  readonly isVideo: boolean
  readonly types: PurchaseTypes
}

/** An entry of `actions` or `action_values`. Keys of windows are there only when they are not zero. */
export type ActionEntry = Readonly<Record<string, string>>

/** How purchases are reported. */
export interface Telling {
  readonly setting: AttributionSetting
  readonly windows: readonly string[]
}

type Claims = (purchase: FakePurchase & { readonly isVideo: boolean }) => boolean

const claims: Readonly<Record<string, Claims>> = {
  '1d_click': ({ after, days }) => after === 'click' && days <= 1,
  '7d_click': ({ after, days }) => after === 'click' && days <= 7,
  '28d_click': ({ after, days }) => after === 'click' && days <= 28,
  '1d_view': ({ after, days }) => after === 'view' && days <= 1,
  '1d_ev': ({ after, days, isVideo }) => after === 'view' && days <= 1 && isVideo,
}

const ofSetting: Readonly<Record<AttributionSetting, readonly string[]>> = {
  '7d_click_1d_view': ['7d_click', '1d_view'],
  '7d_click': ['7d_click'],
  '1d_click': ['1d_click'],
}

/** The action types that a purchase appears under, all at once. */
const typesOf: readonly { readonly type: string; readonly has: (purchase: Reported) => boolean }[] = [
  { type: 'omni_purchase', has: ({ types }) => types === 'all' },
  { type: 'purchase', has: ({ types }) => types !== 'parts' },
  { type: 'offsite_conversion.fb_pixel_purchase', has: ({ isOnMeta }) => !isOnMeta },
  { type: 'onsite_web_purchase', has: ({ isOnMeta, types }) => !isOnMeta && types === 'all' },
  { type: 'onsite_web_app_purchase', has: ({ isOnMeta, types }) => !isOnMeta && types === 'all' },
  { type: 'onsite_conversion.purchase', has: ({ isOnMeta }) => isOnMeta },
]

/** Whether the account's own setting counts a purchase. */
export function isClaimed(purchase: FakePurchase, setting: AttributionSetting): boolean {
  return ofSetting[setting].some((window) => claims[window]?.({ ...purchase, isVideo: false }) === true)
}

/** All entries about purchases, counts and values. */
export function purchaseEntries(
  purchases: readonly Reported[],
  telling: Telling,
): { readonly actions: ActionEntry[]; readonly values: ActionEntry[] } {
  const actions: ActionEntry[] = []
  const values: ActionEntry[] = []
  for (const { type, has } of purchases.length === 0 ? [] : typesOf) {
    const own = purchases.filter(has)
    const counted = entryOf(own, telling, { of: () => 1, print: String })
    if (counted) actions.push({ action_type: type, ...counted })
    const worth = entryOf(own, telling, { of: unitsOf, print: printUnits })
    if (worth) values.push({ action_type: type, ...worth })
  }
  return { actions, values }
}

/** Sums of floats would drift: amounts are whole numbers of 10⁻⁴. */
function unitsOf({ value }: FakePurchase): number {
  return Math.round(Number(value) * 10_000)
}

function printUnits(units: number): string {
  return String(Number((units / 10_000).toFixed(4)))
}

function entryOf(
  purchases: readonly Reported[],
  { setting, windows }: Telling,
  measure: { readonly of: (purchase: FakePurchase) => number; readonly print: (sum: number) => string },
): Record<string, string> | undefined {
  const sum = (isIn: Claims) => purchases.filter(isIn).reduce((total, one) => total + measure.of(one), 0)
  const value = sum((one) => ofSetting[setting].some((window) => claims[window]?.(one) === true))
  const keys = windows.flatMap((window) => {
    const claim = claims[window]
    const amount = claim === undefined ? 0 : sum(claim)
    return amount === 0 ? [] : [[window, measure.print(amount)] as const]
  })
  if (value === 0 && keys.length === 0) return undefined
  return { value: measure.print(value), ...Object.fromEntries(keys) }
}
