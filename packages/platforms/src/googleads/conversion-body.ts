import {
  filled,
  hashed,
  normaliseGoogleEmail,
  normaliseName,
  normalisePhone,
  type PurchaseEvent,
} from '../conversions/index.ts'

/** An event in the format of the Data Manager API. */
export type GoogleEvent = Readonly<Record<string, unknown>>

/** Click ids are ignored after this many days: no conversion action looks further back. */
const clickDays = 90

/** Maps a purchase: personal values are normalised and hashed here, click ids go as they are. */
export function toGoogleEvent(event: PurchaseEvent): GoogleEvent {
  const userIdentifiers = googleIdentifiers(event)
  const adIdentifiers = googleClick(event)
  return {
    destinationReferences: ['orders'],
    transactionId: event.orderId,
    eventTimestamp: `${event.at.toISOString().slice(0, 19)}Z`,
    eventSource: 'WEB',
    currency: event.currency,
    conversionValue: Number(event.value),
    ...(adIdentifiers === undefined ? {} : { adIdentifiers }),
    ...(userIdentifiers.length === 0 ? {} : { userData: { userIdentifiers } }),
    consent: {
      adUserData: 'CONSENT_GRANTED',
      ...(event.mayPersonalise === undefined
        ? {}
        : { adPersonalization: event.mayPersonalise ? 'CONSENT_GRANTED' : 'CONSENT_DENIED' }),
    },
  }
}

/** Only one of the three click ids may be sent; the most specific one available. */
function googleClick({ clicks, at }: PurchaseEvent): Readonly<Record<string, string>> | undefined {
  for (const name of ['gclid', 'gbraid', 'wbraid'] as const) {
    const click = clicks[name]
    if (click && at.getTime() - click.at.getTime() <= clickDays * 86_400_000) return { [name]: click.id }
  }
  return undefined
}

function googleIdentifiers({ buyer }: PurchaseEvent): Readonly<Record<string, unknown>>[] {
  const emailAddress = hashed(normaliseGoogleEmail(buyer.email))
  const phoneNumber = hashed(normalisePhone(buyer.phone, buyer.country))
  const address = filled({
    givenName: hashed(normaliseName(buyer.firstName)),
    familyName: hashed(normaliseName(buyer.lastName)),
    regionCode: buyer.country.toUpperCase(),
    postalCode: buyer.postcode.trim(),
  })
  // Google accepts only complete addresses.
  const isWhole = Object.keys(address).length === 4
  return [
    ...(emailAddress === '' ? [] : [{ emailAddress }]),
    ...(phoneNumber === '' ? [] : [{ phoneNumber }]),
    ...(isWhole ? [{ address }] : []),
  ]
}

/** The available keys that Google matches a person by; without any, it cannot match the event. */
export function googleKeys(event: PurchaseEvent): string[] {
  return [...Object.keys(googleClick(event) ?? {}), ...googleIdentifiers(event).flatMap((entry) => Object.keys(entry))]
}
