import { AppError } from '@tillsight/core'
import { listPrivacyRequests } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { exportCustomer } from './export-customer.ts'
import { closeRequest, mostRequests } from './request-issues.ts'
import { openSubject, toSubjectInput } from './request-subject.ts'

/** Everything that is held about the customer whom a platform's open request is about; handing it over answers the request. */
export const answerPrivacyRequest = defineVerb({
  name: 'customer.answer_request',
  needs: 'customers:export',
  access: 'work',
  input: z.object({ request: z.string() }),
  output: exportCustomer.output,
  async run(ctx: ConnectionContext, { request }) {
    const rows = await listPrivacyRequests(ctx.queries, ctx.shop.id, mostRequests)
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
