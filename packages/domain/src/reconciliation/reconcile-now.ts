import type { ConnectionContext } from '../connections/index.ts'
import { assertAllowed } from '../context/index.ts'
import { type Reconciled, type ReconcileOrder, reconcileShop } from './reconcile-shop.ts'

/** The comparison for somebody who waits for it and sees how far it is. Throws `forbidden`, and as {@link reconcileShop}. */
export async function reconcileNow(ctx: ConnectionContext, order: ReconcileOrder): Promise<Reconciled> {
  assertAllowed(ctx.actor, 'sync:run', 'reconciliation.run_now')
  return reconcileShop(ctx, order)
}
