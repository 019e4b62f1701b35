import type { MatchKind } from '@tillsight/platforms/connectors'
import type { ConversionHealth } from './outputs.ts'

/** Fewer orders say nothing. */
const fewest = 20

/** Below these shares of the orders sent something can be done about it; kinds without one are as shops are. */
const lowShares: Readonly<Partial<Record<MatchKind, number>>> = {
  email: 0.9,
  phone: 0.3,
  click: 0.02,
  browserId: 0.5,
  browser: 0.5,
}

const remedies: Readonly<Partial<Record<MatchKind, (platform: string) => string>>> = {
  email: () =>
    'Make the e-mail address a required field of the checkout. Orders that are entered by hand or come from a till often have none.',
  phone: () =>
    'Ask for a phone number at the checkout, at least for deliveries; a field that may stay empty helps too.',
  click: (platform) =>
    `Hardly any order names a click on an ad of ${platform}. Look under Tracking whether Tillsight’s script runs on every page that ads lead to, and whether redirects keep what stands behind the question mark of an address. If few buyers come from these ads, this is as it should be.`,
  browserId: (platform) =>
    `The script of ${platform} leaves this ID in the browser. Check that it runs on the website, and Tillsight’s script on the same pages.`,
  browser: (platform) =>
    `${platform} is told of the browser only where the store notes it on the order: WooCommerce does with WooCommerce > Settings > Advanced > Features > Order attribution. Other stores do not tell it.`,
}

/** What to do about a key that few orders have; null where nothing is to be done, or too few orders were sent to tell. */
export function adviseOnKey(
  kind: MatchKind,
  { share, sent, platform }: { readonly share: number; readonly sent: number; readonly platform: string },
): string | null {
  const low = lowShares[kind]
  if (sent < fewest || low === undefined || share >= low) return null
  return remedies[kind]?.(platform) ?? null
}

const slowSeconds = 2 * 60 * 60
/** Of the orders placed; above it something is worth a look. */
const manyWithoutConsent = 0.4
const manyNotQueued = 0.2

type Measured = Pick<ConversionHealth, 'placed' | 'counts' | 'medianDelaySeconds' | 'late'>

/** What to do where few orders are sent, where they are slow, and where they may count twice. */
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
