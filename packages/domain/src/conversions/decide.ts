import type { ConversionEventRow } from '@tillsight/database'
import type { MatchKind } from '@tillsight/platforms/connectors'
import type { Consent } from './evidence.ts'
import type { ConversionHealth } from './outputs.ts'
import type { CurrentOrder } from './purchases.ts'
import type { StoredSetup } from './setup.ts'

/** What to do with an order that is due. */
export type Decision =
  | { readonly kind: 'send' }
  | { readonly kind: 'hold'; readonly until: Date; readonly reason: string }
  | { readonly kind: 'no_consent' | 'left_out'; readonly reason: string }

/** What a decision is based on. */
export interface Facts {
  readonly event: Pick<ConversionEventRow, 'placedAt' | 'sentAt' | 'createdAt'>
  readonly order: CurrentOrder | undefined
  readonly consent: Consent
  readonly basis: StoredSetup['consent']
  readonly now: Date
}

const minuteMs = 60_000
/** Events of the visit may arrive later than the order. */
const consentComesWithinMs = 60 * minuteMs
const lookAgainMs = 10 * minuteMs
const payWithinMs = 7 * 24 * 60 * minuteMs
const payAgainMs = 60 * minuteMs

/** Whether an order may be sent now. A correction of a sent order remains covered by the same consent. */
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
  // The later of the two: an order may reach us long after it was placed.
  const known = Math.max(event.placedAt.getTime(), event.createdAt.getTime())
  return now.getTime() - known < consentComesWithinMs
    ? { kind: 'hold', until: later(now, lookAgainMs), reason: 'It waits for what the visit tells about consent.' }
    : { kind: 'no_consent', reason: 'Nothing is known about this visitor’s consent: no event names the order.' }
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

/** Below this many orders no advice is given. */
const fewest = 20

/** Shares of the sent orders below which something can be done; kinds without one depend on the shop. */
const lowShares: Readonly<Partial<Record<MatchKind, number>>> = {
  email: 0.9,
  phone: 0.3,
  click: 0.02,
  browserId: 0.5,
  browser: 0.5,
}

const remedies: Readonly<Partial<Record<MatchKind, (platform: string) => string>>> = {
  email: () =>
    'Make the email address a required field of the checkout. Orders that are entered by hand or come from a till often have none.',
  phone: () =>
    'Ask for a phone number at the checkout, at least for deliveries; a field that may stay empty helps too.',
  click: (platform) =>
    `Hardly any order names a click on an ad of ${platform}. Look under Tracking whether Tillsight’s script runs on every page that ads lead to, and whether redirects keep what stands behind the question mark of an address. If few buyers come from these ads, this is as it should be.`,
  browserId: (platform) =>
    `The script of ${platform} leaves this ID in the browser. Check that it runs on the website, and Tillsight’s script on the same pages.`,
  browser: (platform) =>
    `${platform} is told of the browser only where the store notes it on the order: WooCommerce does with WooCommerce > Settings > Advanced > Features > Order attribution. Other stores do not tell it.`,
}

/** Advice on a key that few orders have; null where nothing can be done, or too few orders were sent. */
export function adviseOnKey(
  kind: MatchKind,
  { share, sent, platform }: { readonly share: number; readonly sent: number; readonly platform: string },
): string | null {
  const low = lowShares[kind]
  if (sent < fewest || low === undefined || share >= low) return null
  return remedies[kind]?.(platform) ?? null
}

const slowSeconds = 2 * 60 * 60
/** Shares of the orders placed, above which advice is given. */
const manyWithoutConsent = 0.4
const manyNotQueued = 0.2

type Measured = Pick<ConversionHealth, 'placed' | 'counts' | 'medianDelaySeconds' | 'late'>

/** Advice on orders that are not sent, are slow, or may count twice. */
export function adviseOnSending(measured: Measured): string[] {
  return [...adviseOnFailures(measured), ...adviseOnShare(measured), ...adviseOnTime(measured)]
}

function adviseOnFailures({ counts }: Measured): string[] {
  const failed = (counts['refused'] ?? 0) + (counts['given_up'] ?? 0)
  if (failed === 0) return []
  return [
    `${ordersOf(failed)} did not get through. The log says why of each; once that is mended, send them again from there.`,
  ]
}

function adviseOnShare({ placed, counts }: Measured): string[] {
  if (placed < fewest) return []
  const queued = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const notQueued = placed - queued
  return [
    ...((counts['no_consent'] ?? 0) / placed > manyWithoutConsent
      ? [
          'Many orders are not sent for lack of consent. Look under Tracking > Live whether the consent banner of the shop reaches Tillsight’s script: an order of which no page told anything is not sent.',
        ]
      : []),
    ...(notQueued / placed > manyNotQueued
      ? [
          `${ordersOf(notQueued)} are not in the queue: they are not paid yet, or reached Tillsight more than eight days late. If they are paid, check the connection of the store.`,
        ]
      : []),
  ]
}

function adviseOnTime({ medianDelaySeconds, late }: Measured): string[] {
  return [
    ...(medianDelaySeconds !== null && medianDelaySeconds > slowSeconds
      ? [
          'Orders go out late. They leave five minutes after they were placed if the store tells of them at once: check under Integrations that its instant updates (webhooks) are on. Orders that are paid later go out later.',
        ]
      : []),
    ...(late > 0
      ? [
          `${ordersOf(late)} went through more than 48 hours after the first attempt. Where the platform had taken an order at the first one and its answer was lost, it counts twice there.`,
        ]
      : []),
  ]
}

function ordersOf(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`
}
