import { z } from 'zod'
import type { ConnectionSettings } from '../contract.ts'
import { isSignedBody } from './signatures.ts'
import { parseBody, readHeaders } from './webhook-delivery.ts'

/** Whom a request is about, as far as Shopify says it. */
export interface PrivacySubject {
  readonly id: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** What Shopify asks of every app in a customer's or a merchant's name; to be done within 30 days. */
export type PrivacyRequest =
  | { readonly kind: 'forged' | 'ignored'; readonly why: string }
  /** A customer asks what is stored about them; `orderIds` are the orders meant. */
  | {
      readonly kind: 'customer_data' | 'erase_customer'
      readonly shop: string
      readonly customer: PrivacySubject
      readonly orderIds: readonly string[]
    }
  /** Two days after the app was removed: everything of the shop, unless it is connected again. */
  | { readonly kind: 'erase_shop'; readonly shop: string }

/** One request as it arrived at the address of the app, not of a connection. */
export interface PrivacyDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const id = z.union([z.string(), z.number()]).transform(String)
const text = z.string().nullish()

const Body = z.object({
  shop_domain: z.string(),
  customer: z.object({ id: id.nullish(), email: text, phone: text }).nullish(),
  orders_requested: z.array(id).nullish(),
  orders_to_redact: z.array(id).nullish(),
})

const kinds = {
  'customers/data_request': 'customer_data',
  'customers/redact': 'erase_customer',
  'shop/redact': 'erase_shop',
} as const

function isPrivacyTopic(topic: string): topic is keyof typeof kinds {
  return Object.hasOwn(kinds, topic)
}

/** Verifies one of the three privacy webhooks and says what it asks; `forged` is answered with 401. */
export function readPrivacyRequest({ headers, body }: PrivacyDelivery, app: ConnectionSettings): PrivacyRequest {
  const { signature, topic } = readHeaders(headers)
  if (signature === undefined || !isSignedBody(body, signature, app.apiSecret ?? '')) {
    return { kind: 'forged', why: 'Its signature is missing or does not fit.' }
  }
  if (!isPrivacyTopic(topic)) return { kind: 'ignored', why: `“${topic.slice(0, 60)}” is no request about privacy.` }
  const asked = Body.safeParse(parseBody(body))
  if (!asked.success) return { kind: 'ignored', why: 'It does not say which shop it is about.' }
  const { shop_domain: shop } = asked.data
  const kind = kinds[topic]
  return kind === 'erase_shop' ? { kind, shop } : { kind, shop, ...toSubject(asked.data) }
}

function toSubject({ customer, orders_requested: requested, orders_to_redact: redacted }: z.infer<typeof Body>) {
  const { id: customerId, email, phone } = customer ?? {}
  const subject: PrivacySubject = { id: customerId ?? null, email: email ?? null, phone: phone ?? null }
  return { customer: subject, orderIds: requested ?? redacted ?? [] }
}
