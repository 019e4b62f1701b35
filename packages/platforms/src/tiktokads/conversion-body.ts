import {
  filled,
  hashed,
  listed,
  normaliseEmail,
  normalisePhone,
  type PurchaseEvent,
  secondsOf,
} from '../conversions/index.ts'

/** An event as the Events API takes it. */
export type TikTokEvent = Readonly<Record<string, unknown>>

/** Maps a purchase: personal values are normalised and hashed here, ids of browser and click go as they are. */
export function toTikTokEvent(event: PurchaseEvent, eventName: string): TikTokEvent {
  return {
    event: eventName,
    event_time: secondsOf(event),
    event_id: event.orderId,
    user: tiktokUser(event),
    properties: {
      currency: event.currency,
      value: Number(event.value),
      order_id: event.orderId,
      ...(event.items.length === 0
        ? {}
        : {
            content_type: 'product',
            contents: event.items.map(({ id, title, quantity, price }) => ({
              content_id: id,
              content_name: title,
              quantity,
              price: Number(price),
            })),
          }),
    },
    ...(event.url === '' ? {} : { page: { url: event.url } }),
  }
}

/** By what TikTok can find out whose the event is. */
export function tiktokUser({
  buyer,
  browserKeys,
  clicks,
  userAgent,
}: PurchaseEvent): Readonly<Record<string, unknown>> {
  return filled({
    email: listed(hashed(normaliseEmail(buyer.email))),
    phone: listed(hashed(normalisePhone(buyer.phone, buyer.country))),
    external_id: listed(hashed(buyer.id)),
    ttclid: clicks.ttclid?.id ?? '',
    ttp: browserKeys.ttp ?? '',
    user_agent: userAgent,
  })
}

/** Keys that a person is found by. */
export function tiktokKeys(event: PurchaseEvent): string[] {
  return Object.keys(tiktokUser(event))
}

/** Whether TikTok could find anybody by it: a kind of browser is nobody. */
export function isTellingToTikTok(event: PurchaseEvent): boolean {
  return tiktokKeys(event).some((key) => key !== 'user_agent')
}
