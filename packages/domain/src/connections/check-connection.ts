import { type Clock, type ConnectionId, toConnectionId } from '@tillsight/core'
import {
  type AdAccountRow,
  type ConnectionRow,
  type Database,
  listAdAccounts,
  lockConnectionRow,
  readConnection,
  updateAdAccounts,
  updateConnection,
} from '@tillsight/database'
import { isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { forgetAds } from '../ad-facts/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { refreshAdAccounts } from './ad-accounts.ts'
import { adoptAccount, withWarnings } from './adopt-account.ts'
import { restartHistory } from './change-connection.ts'
import { ConnectionView, viewConnection } from './connection-view.ts'
import { nextProblem } from './failures.ts'
import { type ConnectionContext, type ConnectionServices, callPlatform } from './platform-call.ts'
import { forgetProblems } from './save-connection.ts'
import { Problem } from './status.ts'
import {
  type Connection,
  changeAfterCheck,
  findOwnConnection,
  openConnection,
  readStored,
  storedAccount,
} from './stored-connection.ts'

/** Checks whether the keys still work at the platform, and stores the result. */
export const checkConnection = defineVerb({
  name: 'connection.check',
  needs: 'connections:write',
  access: 'write',
  input: z.object({ connection: z.string().transform(toConnectionId) }),
  output: z.object({
    connection: ConnectionView,
    /** The problem found by this check; the view shows temporary problems only once they have lasted. */
    problem: Problem.nullable(),
  }),
  async run(ctx: ConnectionContext, { connection: id }) {
    const { services, queries, clock, db } = ctx
    await findOwnConnection(ctx, id)
    const row = await verifyConnection({ db, clock, services }, id)
    const connection = await viewConnection(queries, row, { services, now: clock.now() })
    return { connection, problem: readStored(row).problem }
  },
})

/** The check without an actor, as run by jobs. A failure is stored with the connection, not thrown. */
export async function verifyConnection(
  { db, clock, services }: { db: Database; clock: Clock; services: ConnectionServices },
  id: ConnectionId,
): Promise<ConnectionRow> {
  const connection = openConnection(await readConnection(db.kysely, id), services)
  try {
    const asked = storedAccount(connection, { db, services })
    const account = await callPlatform(services, { account: asked, clock }, (ctx) => connection.connector.check(ctx))
    const isStore = connection.connector.kind === 'store'
    if (isStore && connection.account && account.id !== connection.account.id) {
      const moved = {
        kind: 'account_state',
        message: otherStore(connection.account.name, account.name),
      } as const
      return await noteProblem(db, connection, nextProblem(moved, { earlier: connection.problem, now: clock.now() }))
    }
    const { connector, shopId: shop } = connection
    const differences = await adoptAccount(db.kysely, { shop, connector, account })
    const checked = withWarnings(account, differences)
    const row = await db.transaction(async (tx) => {
      // The check, or another process, may have renewed the keys.
      const current = openConnection(await lockConnectionRow(tx, id), services)
      return updateConnection(tx, id, changeAfterCheck(current, checked, services))
    })
    await refreshAdAccounts({ db, clock, services }, openConnection(row, services))
    if (connection.problem) await forgetProblems(db.kysely, id)
    await services.requests.sync(id)
    // Not left to the next dispatch a minute later: a person who connects is waiting for the first orders.
    if (connection.webhooks === null) await services.requests.ensureWebhooks(id)
    return row
  } catch (error) {
    if (!isConnectorError(error)) throw error
    return noteProblem(db, connection, nextProblem(error.failure, { earlier: connection.problem, now: clock.now() }))
  }
}

/** The message if the granted keys belong to another store, which only shows when they are used. */
function otherStore(before: string, now: string): string {
  return (
    `Access was given to another account (“${now}”) than the one connected so far (“${before}”). Nothing of it was read. ` +
    `Reconnect and choose “${before}”; if the store moved, disconnect first and connect the new address.`
  )
}

async function noteProblem(
  db: Database,
  { id }: Connection,
  problem: ReturnType<typeof nextProblem>,
): Promise<ConnectionRow> {
  return updateConnection(db.kysely, id, { statusDetail: { ...problem } })
}

/**
 * Applies the choice of ad accounts: rows of accounts no longer chosen leave the figures, and the history of new ones is read
 * from the beginning. Call with the connection locked; idempotent.
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

/** Whether the choice has changed since it was last applied. */
export function isChoiceOpen(rows: readonly Pick<AdAccountRow, 'chosen' | 'taken'>[]): boolean {
  return rows.some(({ chosen, taken }) => chosen !== taken)
}
