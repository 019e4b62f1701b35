import { type ShopId, toShopId } from '@tillsight/core'
import {
  listPrivacyRequests,
  markPrivacyRequest,
  type PrivacyRequestRow,
  reportHealthIssue,
  resolveHealthIssue,
  type SealedColumn,
  type SecretsBox,
} from '@tillsight/database'
import type { PrivacyRequest } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import type { SubjectInput } from './find-person.ts'

/** The person that a stored request is about. */
export const RequestSubject = z.object({
  customer: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  orders: z.array(z.string()),
})
export type RequestSubject = z.infer<typeof RequestSubject>

type Personal = Extract<PrivacyRequest, { kind: 'customer_data' | 'erase_customer' }>

/** Encrypted while it is needed. A data request is answered by id and orders, so no e-mail address is stored for it. */
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

/** Undefined once it has been deleted, and for a request about no particular person. */
export function openSubject(
  secrets: SecretsBox,
  { subject, shopId }: Pick<PrivacyRequestRow, 'subject' | 'shopId'>,
): RequestSubject | undefined {
  if (subject === null || shopId === null) return undefined
  return RequestSubject.parse(JSON.parse(secrets.open(subject, contextOf(shopId))))
}

/** The person of a request, as verbs expect it. */
export function toSubjectInput({ customer, email, phone, orders }: RequestSubject): SubjectInput {
  return {
    ...(customer === null ? {} : { customer }),
    ...(email === null ? {} : { email }),
    // Families share a phone number, so it is used only if nothing else identifies the person.
    ...(phone === null || customer !== null || email !== null ? {} : { phone }),
    orders: [...orders],
  }
}

function contextOf(shop: ShopId): string {
  return `privacy request about ${shop}`
}

const issueKind = 'privacy_request'
/** Maximum number of a shop's requests to check. */
export const mostRequests = 1000

/** Raises an issue for a data request, so that the people in charge of the shop are notified by mail. */
export async function announceRequest(
  { queries, shop, clock }: ShopContext,
  { row, platform, subject }: { row: PrivacyRequestRow; platform: string; subject: RequestSubject | undefined },
): Promise<void> {
  const { who, option } = describeSubject(subject)
  await reportHealthIssue(queries, {
    shopId: shop.id,
    kind: issueKind,
    key: row.id,
    at: clock.now(),
    detail: {
      who,
      platform,
      due: row.dueAt.toISOString().slice(0, 10),
      command: `tillsight export customer --shop ${shop.domain} ${option}`,
    },
  })
}

/** Describes the person by the platform's id: readers can look up the rest at the platform. */
export function describeSubject(subject: RequestSubject | undefined): { who: string; option: string } {
  const [order] = subject?.orders ?? []
  if (subject?.customer) return { who: `Customer ${subject.customer}`, option: `--customer ${subject.customer}` }
  if (order !== undefined) return { who: `The customer of order ${order}`, option: `--order ${order}` }
  return { who: 'A customer', option: '--email ADDRESS' }
}

/** Closes data requests about this person as answered. */
export async function closeAnsweredRequests(
  ctx: ShopContext & { readonly services?: { readonly secrets: SecretsBox } },
  { ids, orders }: { ids: ReadonlySet<string>; orders: ReadonlySet<string> },
): Promise<void> {
  const { queries, shop, services } = ctx
  if (!services) return
  for (const row of await listPrivacyRequests(queries, shop.id, mostRequests)) {
    if (row.state !== 'open') continue
    const subject = openSubject(services.secrets, row)
    const isTheirs =
      subject !== undefined &&
      ((subject.customer !== null && ids.has(subject.customer)) || subject.orders.some((order) => orders.has(order)))
    if (!isTheirs) continue
    await closeRequest(ctx, row.id)
  }
}

/** Closes the request and deletes whom it was about. */
export async function closeRequest({ queries, shop, clock }: ShopContext, id: string): Promise<void> {
  await markPrivacyRequest(queries, id, { state: 'done', at: clock.now(), forget: true })
  await resolveHealthIssue(queries, { shopId: shop.id, kind: issueKind, key: id }, clock.now())
}

/** Sealed customers of requests. */
export const sealedByPrivacy: readonly SealedColumn[] = [
  {
    table: 'privacy_requests',
    column: 'subject',
    key: ['id', 'shop_id'],
    context: (of) => contextOf(toShopId(of('shop_id'))),
  },
]
