import { adClickOf } from '@tillsight/attribution'
import type { CollectedEvent } from '@tillsight/tracking'
import type { Row } from '@tillsight/warehouse'

/** The row of an event. */
export function toEventRow(event: CollectedEvent, version: string): Row {
  const at = new Date(event.at)
  return {
    day: utcDay(event.at),
    visitor_id: event.visitorId,
    at,
    event_id: event.eventId,
    received_at: new Date(event.receivedAt),
    name: event.name,
    source: event.source,
    url: event.url,
    referrer: event.referrer,
    consent: event.consent,
    may_keep_clicks: event.mayKeepClicks ? 1 : 0,
    may_send_user_data: event.maySendUserData ? 1 : 0,
    may_personalise: event.mayPersonalise ? 1 : 0,
    identifiers: event.identifiers,
    order_id: event.orderId,
    checkout_token: event.checkoutToken,
    cart_token: event.cartToken,
    value: event.value,
    currency: event.currency,
    browser_keys: Object.keys(event.browserKeys).length === 0 ? '' : JSON.stringify(event.browserKeys),
    ad_click: adClickOf(event.url),
    bot: event.bot,
    bot_reasons: event.botReasons,
    network: event.network,
    is_foreign: event.isForeign === true ? 1 : 0,
    version,
    is_deleted: 0,
  }
}

/**
 * The identification that an event makes on its device; undefined for an event without a person, or without a device. An
 * order named by another site identifies nobody: order numbers can be guessed.
 */
export function toIdentificationRow(event: CollectedEvent, version: string) {
  const { visitorId, identifiers } = event
  const orderId = event.isForeign === true ? '' : event.orderId
  if (visitorId === '' || (identifiers.length === 0 && orderId === '')) return undefined
  return {
    visitor_id: visitorId,
    at: new Date(event.at),
    event_id: event.eventId,
    identifiers,
    order_id: orderId,
    version,
    is_deleted: 0,
  }
}

const dayMs = 86_400_000
/** Days by their number since 1970: nearly all events of a batch are of one or two. */
const days = new Map<number, string>()
const mostDays = 10_000

/** `YYYY-MM-DD` of an instant in UTC, the day that events are stored by. */
export function utcDay(at: number): string {
  const number = Math.floor(at / dayMs)
  const known = days.get(number)
  if (known !== undefined) return known
  const day = new Date(at).toISOString().slice(0, 10)
  if (days.size >= mostDays) days.clear()
  days.set(number, day)
  return day
}
