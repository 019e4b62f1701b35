import { AppError } from '@tillsight/core'
import {
  type ConnectionRow,
  type Db,
  deleteShopFindings,
  listConnections as listRows,
  nextWriteVersion,
} from '@tillsight/database'
import { z } from 'zod'
import {
  type ConnectionContext,
  connectorOf,
  disconnect,
  openConnection,
  Problem,
  verifyConnection,
} from '../connections/index.ts'
import { run } from '../context/index.ts'

/** The account that a platform wants forgotten. */
export interface AccountToErase {
  readonly connector: string
  readonly account: string
}

/** What a platform says of keys that were taken back, or of a shop that is gone. */
const over = new Set<Problem['kind']>(['reauth', 'account_state'])

/**
 * Removes a platform's account from the shop: its keys, and everything that came from it. Not when it works: then it was
 * connected again since the platform asked. Throws `unavailable` when the platform does not say. May be repeated.
 */
export async function eraseAccount(ctx: ConnectionContext, wish: AccountToErase): Promise<'done' | 'kept'> {
  for (const row of await findAccount(ctx, wish)) {
    const problem = await findProblem(ctx, row)
    if (!problem) return 'kept'
    if (!over.has(problem.kind) || problem.worsenedFrom) {
      throw new AppError('unavailable', `Whether the account was connected again is not known: ${problem.message}`)
    }
    await run(disconnect, ctx, { connection: row.id, data: 'delete' })
  }
  await forgetWhatIsLeft(ctx, wish.connector)
  return 'done'
}

async function findAccount(
  { db, shop, services }: ConnectionContext,
  { connector: id, account }: AccountToErase,
): Promise<ConnectionRow[]> {
  const connector = connectorOf(services, id)
  const rows = (await listRows(db.kysely, shop.id)).filter((row) => row.connector === id)
  return rows.filter((row) => connector.privacy?.isAbout(openConnection(row, services).settings, account))
}

async function findProblem(ctx: ConnectionContext, { id }: ConnectionRow): Promise<Problem | null> {
  const { statusDetail } = await verifyConnection(ctx, id)
  return statusDetail === null ? null : Problem.parse(statusDetail)
}

const Count = z.object({ n: z.coerce.number() })

/** Findings about the account's orders; and who bought, once the shop has no order left. */
async function forgetWhatIsLeft({ db, shop, warehouse }: ConnectionContext, connector: string): Promise<void> {
  await db.lockShop(shop.id, async () => {
    // Somebody may have connected another account meanwhile.
    if (await isConnected(db.kysely, { shop, connector })) return
    await deleteShopFindings(db.kysely, shop.id)
    const sql = 'SELECT count() AS n FROM ledger WHERE shop_id = {shop:UUID}'
    const [left] = await warehouse.read({ sql, params: {} }, Count)
    if (!left || left.n > 0) return
    const version = (await nextWriteVersion(db.kysely)).toString()
    await warehouse.purge({ from: 'identities', where: 'version < {version:UInt64}', params: { version } })
  })
}

async function isConnected(
  db: Db,
  { shop, connector }: { shop: ConnectionContext['shop']; connector: string },
): Promise<boolean> {
  return (await listRows(db, shop.id)).some((row) => row.connector === connector)
}
