import {
  filled,
  hashed,
  listed,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  normalisePlace,
  normalisePostcode,
  type PurchaseEvent,
  piecesOf,
  secondsOf,
} from '../conversions/index.ts'

/** An event in the format of the Conversions API. */
export type MetaEvent = Readonly<Record<string, unknown>>

/** Maps a purchase: personal values are normalised and hashed here, ids of browser and click go as they are. */
export function toMetaEvent(event: PurchaseEvent, eventName: string): MetaEvent {
  // Meta refuses a “website” event without the browser's user agent.
  const isSeen = event.userAgent !== ''
  return {
    event_name: eventName,
    event_time: secondsOf(event),
    event_id: event.orderId,
    action_source: isSeen ? 'website' : 'other',
    ...filled({ event_source_url: event.url }),
    user_data: metaUserData(event),
    custom_data: {
      currency: event.currency,
      value: Number(event.value),
      order_id: event.orderId,
      ...(event.items.length === 0
        ? {}
        : {
            content_type: 'product',
            content_ids: event.items.map(({ id }) => id),
            contents: event.items.map(({ id, quantity, price }) => ({ id, quantity, item_price: Number(price) })),
            num_items: piecesOf(event),
          }),
    },
  }
}

/** The data by which Meta matches the buyer. */
export function metaUserData({
  buyer,
  browserKeys,
  clicks,
  userAgent,
}: PurchaseEvent): Readonly<Record<string, unknown>> {
  const { country } = buyer
  return filled({
    em: listed(hashed(normaliseEmail(buyer.email))),
    ph: listed(hashed(normalisePhone(buyer.phone, country).slice(1))),
    fn: listed(hashed(normaliseName(buyer.firstName))),
    ln: listed(hashed(normaliseName(buyer.lastName))),
    ct: listed(hashed(normalisePlace(buyer.city))),
    st: listed(hashed(normalisePlace(buyer.region))),
    zp: listed(hashed(normalisePostcode(buyer.postcode, country))),
    country: listed(hashed(country.toLowerCase())),
    external_id: listed(hashed(buyer.id)),
    client_user_agent: userAgent,
    fbc: fbcOf(browserKeys, clicks),
    fbp: browserKeys.fbp ?? '',
  })
}

/** The browser's own where it has one, else made of the click: `fb.1.<milliseconds when it was first seen>.<fbclid>`. */
function fbcOf(browserKeys: PurchaseEvent['browserKeys'], { fbclid }: PurchaseEvent['clicks']): string {
  if (browserKeys.fbc) return browserKeys.fbc
  return fbclid === undefined ? '' : `fb.1.${fbclid.at.getTime()}.${fbclid.id}`
}

/** The available keys that Meta matches a person by: location alone matches nobody. */
export function metaKeys(event: PurchaseEvent): string[] {
  return Object.keys(metaUserData(event))
}

const tellingKeys = new Set(['em', 'ph', 'external_id', 'fbc', 'fbp'])

/** Whether Meta could match anybody by the event. */
export function isTellingToMeta(event: PurchaseEvent): boolean {
  return metaKeys(event).some((key) => tellingKeys.has(key))
}
