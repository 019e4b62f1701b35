import {
  type ConnectionContext,
  getReconciliation,
  listNumberChanges,
  listReconciliations,
  requestReconciliation,
  run,
} from '@tillsight/domain'
import type { CheckingServices } from '../../app/checking.ts'

/** What a shop's figures are checked by, bound to the context's actor. */
export function createCheckingServices(ctx: ConnectionContext): CheckingServices {
  return {
    reconciliation: (days) => run(listReconciliations, ctx, days),
    comparedDay: async (day) => (await run(getReconciliation, ctx, { day })) ?? undefined,
    async requestReconciliation(days) {
      await run(requestReconciliation, ctx, days)
    },
    numberChanges: ({ metrics, ...asked }) =>
      run(listNumberChanges, ctx, { ...asked, ...(metrics === undefined ? {} : { metrics: [...metrics] }) }),
  }
}
