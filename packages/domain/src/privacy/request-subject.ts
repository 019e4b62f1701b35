import type { ShopId } from '@tillsight/core'
import type { PrivacyRequestRow, SecretsBox } from '@tillsight/database'
import type { PrivacyRequest } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { SubjectInput } from './subject.ts'

/** Whom a kept request is about. */
export const RequestSubject = z.object({
  customer: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  orders: z.array(z.string()),
})
export type RequestSubject = z.infer<typeof RequestSubject>

type Personal = Extract<PrivacyRequest, { kind: 'customer_data' | 'erase_customer' }>

/** Encrypted as long as it is needed. A request for data is answered by id and orders, so no address is kept for it. */
export function sealSubject(secrets: SecretsBox, shop: ShopId, { kind, customer, orderIds }: Personal): Buffer {
  const isNamed = kind === 'erase_customer' || (customer.id === null && orderIds.length === 0)
  const subject: RequestSubject = {
    customer: customer.id,
    email: isNamed ? customer.email : null,
    phone: isNamed ? customer.phone : null,
    orders: [...orderIds],
  }
  return Buffer.from(secrets.seal(JSON.stringify(subject), contextOf(shop)))
}

/** Undefined once it is forgotten, and for a request that is about nobody in particular. */
export function openSubject(
  secrets: SecretsBox,
  { subject, shopId }: Pick<PrivacyRequestRow, 'subject' | 'shopId'>,
): RequestSubject | undefined {
  if (subject === null || shopId === null) return undefined
  return RequestSubject.parse(JSON.parse(secrets.open(subject, contextOf(shopId))))
}

/** Whom a request names, as verbs take it. */
export function toSubjectInput({ customer, email, phone, orders }: RequestSubject): SubjectInput {
  return {
    ...(customer === null ? {} : { customer }),
    ...(email === null ? {} : { email }),
    // Families share one, so it names somebody only where nothing else does.
    ...(phone === null || customer !== null || email !== null ? {} : { phone }),
    orders: [...orders],
  }
}

function contextOf(shop: ShopId): string {
  return `privacy request about ${shop}`
}
