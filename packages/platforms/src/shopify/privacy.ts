import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ConnectionSettings } from '../contract.ts'
import type { PrivacyDelivery, PrivacyRequest, PrivacySpec, PrivacySubject } from '../privacy.ts'
import { toShopDomain } from './shop-domain.ts'
import { appSecrets, isSignedBody } from './signatures.ts'
import { readHeaders } from './webhook-delivery.ts'
import { parseBody } from './wire.ts'

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

/** Verifies one of the three privacy webhooks and returns its request; the response to `forged` is 401. */
export function readPrivacyRequest({ headers, body }: PrivacyDelivery, app: ConnectionSettings): PrivacyRequest {
  const { signature, topic } = readHeaders(headers)
  if (signature === undefined || !appSecrets(app).some((secret) => isSignedBody(body, signature, secret))) {
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

export const privacy: PrivacySpec = {
  read: readPrivacyRequest,
  keyOf({ headers, body }) {
    const { id: delivery, topic } = readHeaders(headers)
    return delivery ?? createHash('sha256').update(`${topic} `).update(body).digest('hex')
  },
  isAbout(settings, shop) {
    return (settings.shopDomain ?? toShopDomain(settings.url ?? '')) === shop.toLowerCase()
  },
}
