import type { ShopSettings } from '../inputs/index.ts'

/** Whether a text matches any of the patterns. */
export type Matcher = (text: string) => boolean

/** A shop's settings in the form that booking needs: look-ups instead of lists. */
export interface BookingRules {
  /** The ledger's currency. */
  readonly currency: string
  readonly settings: ShopSettings
  readonly isExcludedStatus: Matcher
  readonly isTestGateway: Matcher
  readonly isTestEmail: Matcher
  readonly isTestCoupon: Matcher
  readonly isTestTag: Matcher
  readonly isGiftCardProduct: Matcher
  readonly isGiftCardFee: Matcher
  readonly isGiftCardCoupon: Matcher
  readonly isGiftCardCouponKind: Matcher
  readonly isTip: Matcher
  readonly isIgnoredEmail: Matcher
}

/** Prepares settings for booking many orders. */
export function toBookingRules(settings: ShopSettings, currency: string): BookingRules {
  const { tests, giftCards } = settings
  return {
    currency,
    settings,
    isExcludedStatus: toMatcher(settings.excludedStatuses),
    isTestGateway: toMatcher(tests.gateways),
    isTestEmail: toMatcher(tests.emails.map(toAddressPattern)),
    isTestCoupon: toMatcher(tests.coupons),
    isTestTag: toMatcher(tests.tags),
    isGiftCardProduct: toMatcher(giftCards.productIds),
    isGiftCardFee: toMatcher(giftCards.feeNames),
    isGiftCardCoupon: toMatcher(giftCards.couponCodes),
    isGiftCardCouponKind: toMatcher(giftCards.couponKinds),
    isTip: toMatcher(settings.tips),
    isIgnoredEmail: toMatcher(settings.ignoredEmails.map(toAddressPattern)),
  }
}

/** A bare domain matches all its addresses. */
function toAddressPattern(pattern: string): string {
  return pattern.includes('@') ? pattern : `*@${pattern}`
}

/** `*` matches any text; everything else matches literally, without regard to case. */
export function toMatcher(patterns: readonly string[]): Matcher {
  if (patterns.length === 0) return () => false
  const exact = new Set<string>()
  const wild: string[][] = []
  for (const pattern of patterns) {
    const text = pattern.trim().toLowerCase()
    if (text.includes('*')) wild.push(text.split('*'))
    else exact.add(text)
  }
  return (text) => {
    const folded = text.trim().toLowerCase()
    return exact.has(folded) || wild.some((pieces) => matchesPieces(folded, pieces))
  }
}

function matchesPieces(text: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let position = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, position)
    if (found < 0 || found + piece.length > end) return false
    position = found + piece.length
  }
  return true
}
