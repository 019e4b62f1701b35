import { AppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { findReportConnection } from './reconcile-shop.ts'

/** Asks for a comparison as soon as a worker is free; its progress shows among the jobs. */
export const requestReconciliation = defineVerb({
  name: 'reconciliation.request',
  needs: 'sync:run',
  access: 'write',
  input: z
    .object({ from: z.string().transform(parseDay), to: z.string().transform(parseDay) })
    .refine(({ from, to }) => from <= to, { message: 'The first day is after the last one.' }),
  output: z.object({}),
  async run(ctx: ConnectionContext, range) {
    if (!(await findReportConnection(ctx))) {
      throw new AppError('conflict', 'No connected store reports its own figures. Connect or resume the store first.')
    }
    await ctx.services.requests.reconcile({ ...range, shop: ctx.shop.id })
    return {}
  },
})
