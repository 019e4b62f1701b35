import type { SecretsBox } from '@tillsight/database'
import {
  listPrivacyRequests,
  markPrivacyRequest,
  type PrivacyRequestRow,
  reportHealthIssue,
  resolveHealthIssue,
} from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { openSubject, type RequestSubject } from './request-subject.ts'

const issueKind = 'privacy_request'
/** A shop's, that are looked through. */
export const mostRequests = 1000

/** Puts a request for data before those who look after the shop, and has them told by mail. */
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

/** Says whom by the platform's id: whoever reads it looks the rest up at the platform. */
export function describeSubject(subject: RequestSubject | undefined): { who: string; option: string } {
  const [order] = subject?.orders ?? []
  if (subject?.customer) return { who: `Customer ${subject.customer}`, option: `--customer ${subject.customer}` }
  if (order !== undefined) return { who: `The customer of order ${order}`, option: `--order ${order}` }
  return { who: 'A customer', option: '--email ADDRESS' }
}

/** Requests for the data of this person are answered. */
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

/** The request is answered; whom it was about is forgotten. */
export async function closeRequest({ queries, shop, clock }: ShopContext, id: string): Promise<void> {
  await markPrivacyRequest(queries, id, { state: 'done', at: clock.now(), forget: true })
  await resolveHealthIssue(queries, { shopId: shop.id, kind: issueKind, key: id }, clock.now())
}
