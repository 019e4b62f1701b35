// The messages of senders: the single schema by which they are validated and documented.
import { AppError } from '@tillsight/core'
import { z } from 'zod'

/** The maximum number of events in one message. */
export const mostEvents = 50
/** The maximum size of a message in bytes. */
export const largestMessage = 64 * 1024

const decided = z
  .enum(['granted', 'denied', 'unknown'], 'Say “granted”, “denied” or “unknown”, as the consent banner knows it')
  .default('unknown')

/** The visitor's consent, in the terms of consent mode. Omitted signals are unknown. */
export const Consent = z.object({
  analytics_storage: decided,
  ad_storage: decided,
  ad_user_data: decided,
  ad_personalization: decided,
  /** The visitor withdrew an earlier consent. */
  withdrawn: z.boolean('Say true or false').optional(),
})

const instant = z
  .number('Give the time as milliseconds since 1970, a whole number')
  .int('Give the time as milliseconds since 1970, a whole number')
  .min(946_684_800_000, 'This time is before the year 2000: give milliseconds since 1970, not seconds')
  .max(4_102_444_800_000, 'This time is after the year 2100: give milliseconds since 1970')

const named = (what: string, most: number) =>
  z.string(`Give ${what} as text`).max(most, `This is too long: ${what} has at most ${most} characters`)

/** 128 bits in hexadecimal digits. */
const visitor = z
  .string('Give the visitor as text')
  .regex(/^[0-9a-f]{32}$/, 'A visitor is 32 hexadecimal digits in lower case')

const eventFields = {
  /** A repetition with the same id is the same event. */
  id: z
    .string('Give every event an id: text that no other event has, such as a UUID')
    .regex(/^[\w-]{8,64}$/, 'An id has 8 to 64 letters, digits, “-” or “_”, such as a UUID'),
  name: z
    .string('Name what happened, such as “page_view”')
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A name has at most 40 small letters, digits or “_” and begins with a letter'),
  /** By the sender's clock. */
  at: instant,
  referrer: named('the referrer', 4000).optional(),
  /** The order's id in the shop's platform. */
  order: named('the order', 100).optional(),
  checkout: named('the checkout token', 200).optional(),
  cart: named('the cart token', 200).optional(),
  customer: z
    .object(
      {
        id: z.union([named('the customer’s id', 100), z.number().int().transform(String)]).optional(),
        email: named('the email address', 320).optional(),
        phone: named('the phone number', 50).optional(),
      },
      'Give the customer as an object with “id”, “email” or “phone”',
    )
    .optional(),
  /** Decimal text. */
  value: z
    .string('Give the value as text, such as "12.30"')
    .regex(/^-?\d{1,11}(?:\.\d{1,6})?$/, 'Give the value as a decimal with a point, such as "12.30"')
    .optional(),
  currency: z
    .string('Give the currency as text, such as "EUR"')
    .regex(/^[A-Z]{3}$/, 'Give the currency as its three capital letters, such as "EUR"')
    .optional(),
  /** Keys that ad platforms' own scripts left in the browser. */
  ids: z
    .object(
      {
        fbp: named('the key', 200).optional(),
        fbc: named('the key', 500).optional(),
        ttp: named('the key', 200).optional(),
      },
      'Give the keys as an object with “fbp”, “fbc” or “ttp”',
    )
    .optional(),
  webdriver: z.boolean('Say true or false').optional(),
}

const address = z
  .string('Give the address of the page as text')
  .max(8000, 'This address is too long: it has at most 8000 characters')
  .refine(
    (text) => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text),
    'Give the whole address, such as https://shop.example/tea',
  )

const amount = 'Give at least one event'
const tooMany = `There are at most ${mostEvents} events in one message: send the rest in another`

/** The public name of a shop in its pages: `tk_` and 24 hexadecimal digits. */
export const TrackingKeyText = z
  .string('Name the shop by its tracking key')
  .regex(/^tk_[0-9a-f]{24}$/, 'This is no tracking key: copy it from the installation page')

/** The message that a browser, or a program in its place, sends to `/p/collect`. */
export const CollectMessage = z.object({
  key: TrackingKeyText,
  v: z.literal(1, 'Say “v”: 1, the version of this format'),
  /** By the same clock as the events' times, so that its error can be corrected. */
  sent: instant,
  consent: Consent.default(Consent.parse({})),
  /** Only if the cookie cannot be sent; empty: requests an id. */
  visitor: z.union([z.literal(''), visitor]).optional(),
  source: z.enum(['pixel', 'extension'], 'Say “pixel” or “extension”, or leave it out').default('pixel'),
  events: z
    .array(z.object({ ...eventFields, url: address }))
    .min(1, amount)
    .max(mostEvents, tooMany),
})
/** See {@link CollectMessage}. */
export type CollectMessage = z.infer<typeof CollectMessage>

/** The message of a shop's own server: events of many visitors, each with the visitor's consent. */
export const ServerMessage = z.object({
  events: z
    .array(
      z.object({
        ...eventFields,
        url: address.optional(),
        visitor: visitor.optional(),
        consent: Consent.default(Consent.parse({})),
      }),
    )
    .min(1, amount)
    .max(mostEvents, tooMany),
})
/** See {@link ServerMessage}. */
export type ServerMessage = z.infer<typeof ServerMessage>

/** Reads a message. Throws `invalid_input` that names the field and says what to write there. */
export function readMessage<T>(schema: z.ZodType<T>, message: unknown): T {
  const result = schema.safeParse(message)
  if (result.success) return result.data
  const [first] = result.error.issues
  const field = first?.path.join('.') ?? ''
  const name = field === '' ? 'The message' : `“${field}”`
  throw new AppError('invalid_input', `${name} is not right. ${(first?.message ?? '').replace(/\.$/, '')}.`, {
    details: { field },
  })
}

/** Reads the text of a message from a browser. Throws `invalid_input`. */
export function readCollectMessage(text: string): CollectMessage {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'The message is not JSON. Send one object as text/plain or application/json.', {
      details: { field: '' },
    })
  }
  return readMessage(CollectMessage, message)
}
