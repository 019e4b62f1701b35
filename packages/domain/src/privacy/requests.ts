import { AppError } from '@tillsight/core'
import { listPrivacyRequests as listRows } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { exportCustomer } from './export-customer.ts'
import { closeRequest, describeSubject, mostRequests } from './request-issues.ts'
import { openSubject, toSubjectInput } from './request-subject.ts'

/** What a platform asked about a shop's customers, and how far it is. */
export const PrivacyRequestView = z.object({
  id: z.string(),
  platform: z.string(),
  kind: z.enum(['customer_data', 'erase_customer', 'erase_shop']),
  /** `open` waits for a person, `received` for the next look around. */
  state: z.enum(['received', 'open', 'done', 'kept', 'unknown_shop']),
  /** As far as it is still known: `Customer 41`. */
  who: z.string(),
  receivedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
})
export type PrivacyRequestView = z.infer<typeof PrivacyRequestView>

const mostListed = 200

/** The latest requests, the newest first. */
export const listPrivacyRequests = defineVerb({
  name: 'customer.list_requests',
  needs: 'customers:export',
  access: 'read',
  input: z.object({}),
  output: z.array(PrivacyRequestView),
  async run({ queries, shop, services }: ConnectionContext) {
    const rows = await listRows(queries, shop.id, mostListed)
    return rows.map((row) => ({
      id: row.id,
      platform: services.connectors.find(({ id }) => id === row.connector)?.label ?? row.connector,
      kind: PrivacyRequestView.shape.kind.parse(row.kind),
      state: row.state,
      who: row.kind === 'erase_shop' ? row.account : describeSubject(openSubject(services.secrets, row)).who,
      receivedAt: row.receivedAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
    }))
  },
})

/** Everything that is held about the customer whom a platform's open request is about; handing it over answers the request. */
export const answerPrivacyRequest = defineVerb({
  name: 'customer.answer_request',
  needs: 'customers:export',
  access: 'work',
  input: z.object({ request: z.string() }),
  output: exportCustomer.output,
  async run(ctx: ConnectionContext, { request }) {
    const rows = await listRows(ctx.queries, ctx.shop.id, mostRequests)
    const row = rows.find(({ id, kind }) => id === request && kind === 'customer_data')
    if (!row) throw new AppError('not_found', 'There is no such request in this shop.')
    const subject = row.state === 'open' ? openSubject(ctx.services.secrets, row) : undefined
    if (!subject) {
      throw new AppError(
        'conflict',
        'This request is answered or names nobody any more, so there is nothing to download for it. Look the customer up instead.',
      )
    }
    const file = await exportCustomer.run(ctx, toSubjectInput(subject))
    await closeRequest(ctx, row.id)
    return file
  },
})
