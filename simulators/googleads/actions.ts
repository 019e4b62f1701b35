import type { World } from './options.ts'

/** One conversion action of an account. */
export interface ConversionAction {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly type: string
  readonly origin: string
  /** Counted in `conversions`. */
  readonly isPrimary: boolean
  readonly lookBackDays: number
  /** The purchases of the source, or one for every so many clicks. */
  readonly counts: 'purchases' | 'clicks'
  readonly every: number
}

/** What an account counts: purchases twice, as shops often do, sign-ups as a goal, and carts beside. */
export function conversionActions(world: World, accountId: string): ConversionAction[] {
  const { withoutPurchases = false, lookBackDays = 30, countsSignUps = true } = world.traits[accountId] ?? {}
  const shared = { lookBackDays, every: 1 }
  const web = { type: 'WEBPAGE', origin: 'WEBSITE' }
  const main: ConversionAction = withoutPurchases
    ? {
        ...shared,
        ...web,
        id: '6501',
        name: 'Order form',
        category: 'SUBMIT_LEAD_FORM',
        isPrimary: true,
        counts: 'purchases',
      }
    : { ...shared, ...web, id: '6500', name: 'Purchase', category: 'PURCHASE', isPrimary: true, counts: 'purchases' }
  const imported: ConversionAction = {
    ...shared,
    id: '6502',
    name: 'Purchase (imported)',
    category: 'PURCHASE',
    type: 'GOOGLE_ANALYTICS_4_PURCHASE',
    origin: 'GOOGLE_HOSTED',
    isPrimary: false,
    counts: 'purchases',
  }
  const signUp: ConversionAction = {
    ...web,
    id: '6503',
    name: 'Newsletter',
    category: 'SIGNUP',
    isPrimary: true,
    lookBackDays: 30,
    counts: 'clicks',
    every: 40,
  }
  const cart: ConversionAction = {
    ...web,
    id: '6504',
    name: 'Add to cart',
    category: 'ADD_TO_CART',
    isPrimary: false,
    lookBackDays: 7,
    counts: 'clicks',
    every: 10,
  }
  return [main, ...(withoutPurchases ? [] : [imported]), ...(countsSignUps ? [signUp] : []), cart]
}
