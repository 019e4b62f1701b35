import type { ConversionEventRow } from '@tillsight/database'
import type { Consent } from './evidence.ts'
import type { CurrentOrder } from './purchases.ts'
import type { StoredSetup } from './setup.ts'

/** What is done about an order that is due. */
export type Decision =
  | { readonly kind: 'send' }
  | { readonly kind: 'hold'; readonly until: Date; readonly reason: string }
  | { readonly kind: 'no_consent' | 'left_out'; readonly reason: string }

/** What a decision is made from. */
export interface Facts {
  readonly event: Pick<ConversionEventRow, 'placedAt' | 'sentAt' | 'createdAt'>
  readonly order: CurrentOrder | undefined
  readonly consent: Consent
  readonly basis: StoredSetup['consent']
  readonly now: Date
}

const minuteMs = 60_000
/** Events of the visit may come later than the order. */
const consentComesWithinMs = 60 * minuteMs
const lookAgainMs = 10 * minuteMs
const payWithinMs = 7 * 24 * 60 * minuteMs
const payAgainMs = 60 * minuteMs

/** Whether an order may be told now. A correction of one that was told goes on under the same consent. */
export function decide(facts: Facts): Decision {
  return standsAgainst(facts) ?? consentAgainst(facts) ?? { kind: 'send' }
}

function standsAgainst({ event, order, now }: Facts): Decision | undefined {
  const isCorrection = event.sentAt !== null
  if (order === undefined) return { kind: 'left_out', reason: 'The order is gone from the store.' }
  if (isCorrection) return undefined
  const { record, isCounted, value } = order
  if (record.test) return { kind: 'left_out', reason: 'It is a test order.' }
  if (!isCounted || record.standing === 'cancelled' || record.standing === 'deleted' || /^0(?:\.0+)?$/.test(value)) {
    return { kind: 'left_out', reason: 'It was cancelled or paid back before it was sent.' }
  }
  if (record.standing === 'paid' || record.paidAt !== null) return undefined
  return now.getTime() - event.placedAt.getTime() < payWithinMs
    ? { kind: 'hold', until: later(now, payAgainMs), reason: 'It waits for the order to be paid.' }
    : { kind: 'left_out', reason: 'It was not paid within seven days.' }
}

function consentAgainst({ event, consent, basis, now }: Facts): Decision | undefined {
  if (consent === 'granted') return undefined
  if (consent === 'denied') {
    return { kind: 'no_consent', reason: 'The visitor does not agree to user data being sent to ad platforms.' }
  }
  if (basis === 'elsewhere') return undefined
  // Whichever is later: an order may reach us long after it was placed.
  const known = Math.max(event.placedAt.getTime(), event.createdAt.getTime())
  return now.getTime() - known < consentComesWithinMs
    ? { kind: 'hold', until: later(now, lookAgainMs), reason: 'It waits for what the visit tells about consent.' }
    : { kind: 'no_consent', reason: 'Nothing is known about this visitor’s consent: no event names the order.' }
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
