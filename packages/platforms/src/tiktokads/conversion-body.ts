import {
  filled,
  hashed,
  listed,
  normaliseEmail,
  normalisePhone,
  type PurchaseEvent,
  secondsOf,
} from '../conversions/index.ts'

/** An event in the format of the Events API. */
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

/** The data by which TikTok matches the buyer. */
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

/** The available keys that TikTok matches a person by. */
export function tiktokKeys(event: PurchaseEvent): string[] {
  return Object.keys(tiktokUser(event))
}

/** Whether TikTok could match anybody by the event: a user agent alone matches nobody. */
export function isTellingToTikTok(event: PurchaseEvent): boolean {
  return tiktokKeys(event).some((key) => key !== 'user_agent')
}
