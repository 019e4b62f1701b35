import type { ConnectionId } from '@tillsight/core'
import { type AdAccountRow, listAdAccounts, updateAdAccounts } from '@tillsight/database'
import { forgetAds } from '../ad-facts/index.ts'
import type { ShopContext } from '../context/index.ts'
import { restartHistory } from './change-connection.ts'

/**
 * Carries out which ad accounts are to be read: rows of those that are not wanted any more leave the figures, and the
 * history begins anew for those that are. To be called under the lock of the connection; harmless when repeated.
 */
export async function applyChoice(
  ctx: ShopContext,
  { connection, platform }: { readonly connection: ConnectionId; readonly platform: string },
): Promise<readonly AdAccountRow[]> {
  const { kysely } = ctx.db
  const rows = await listAdAccounts(kysely, connection)
  const names = (which: readonly AdAccountRow[]) => which.map(({ accountId }) => accountId)
  const removed = names(rows.filter(({ chosen, taken }) => taken && !chosen))
  if (removed.length > 0) {
    await forgetAds(ctx, { platform, accounts: removed })
    await updateAdAccounts(kysely, { connection, accounts: removed }, { taken: false })
  }
  const added = names(rows.filter(({ chosen, taken }) => chosen && !taken))
  if (added.length > 0) {
    await restartHistory(kysely, { connection, now: ctx.clock.now() })
    await updateAdAccounts(kysely, { connection, accounts: added }, { taken: true })
  }
  return removed.length + added.length > 0 ? await listAdAccounts(kysely, connection) : rows
}

/** Whether somebody chose otherwise since the choice was carried out. */
export function isChoiceOpen(rows: readonly Pick<AdAccountRow, 'chosen' | 'taken'>[]): boolean {
  return rows.some(({ chosen, taken }) => chosen !== taken)
}
