import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { AdAccountsTable } from '../ads-schema.ts'
import { toOptionalJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** An ad account as stored. */
export type AdAccountRow = Selectable<AdAccountsTable>

/** What a platform says of an account; what people decided about it stays. */
export type SeenAdAccount = Pick<
  AdAccountRow,
  | 'connectionId'
  | 'shopId'
  | 'platform'
  | 'accountId'
  | 'name'
  | 'currency'
  | 'zone'
  | 'status'
  | 'statusText'
  | 'readable'
  | 'note'
  | 'via'
  | 'seenAt'
>

/** What may change of an account that is known. */
export type AdAccountChange = Partial<
  Omit<AdAccountRow, 'connectionId' | 'shopId' | 'platform' | 'accountId' | 'problem'>
> & { readonly problem?: Readonly<Record<string, unknown>> | null }

/** The accounts of a connection, by name. */
export async function listAdAccounts(db: Db, connection: ConnectionId): Promise<AdAccountRow[]> {
  return db
    .selectFrom('adAccounts')
    .selectAll()
    .where('connectionId', '=', connection)
    .orderBy('name')
    .orderBy('accountId')
    .execute()
}

/** The accounts of all connections of a shop, by platform and name. */
export async function listAdAccountsOfShop(db: Db, shop: ShopId): Promise<AdAccountRow[]> {
  return db
    .selectFrom('adAccounts')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('platform')
    .orderBy('name')
    .orderBy('accountId')
    .execute()
}

/** Adds accounts, and brings those that are known up to date. */
export async function saveAdAccounts(db: Db, accounts: readonly SeenAdAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await db
    .insertInto('adAccounts')
    .values([...accounts])
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'accountId']).doUpdateSet((sql) => ({
        name: sql.ref('excluded.name'),
        currency: sql.ref('excluded.currency'),
        zone: sql.ref('excluded.zone'),
        status: sql.ref('excluded.status'),
        statusText: sql.ref('excluded.statusText'),
        readable: sql.ref('excluded.readable'),
        note: sql.ref('excluded.note'),
        via: sql.ref('excluded.via'),
        seenAt: sql.ref('excluded.seenAt'),
      })),
    )
    .execute()
}

/** Changes accounts of a connection; without names, all of them. */
export async function updateAdAccounts(
  db: Db,
  { connection, accounts }: { readonly connection: ConnectionId; readonly accounts?: readonly string[] },
  { problem, ...change }: AdAccountChange,
): Promise<void> {
  if (accounts?.length === 0) return
  const values = { ...change, ...(problem === undefined ? {} : { problem: toOptionalJson(problem) }) }
  const all = db.updateTable('adAccounts').set(values).where('connectionId', '=', connection)
  await (accounts === undefined ? all : all.where('accountId', 'in', accounts)).execute()
}

/** Removes accounts that a sign-in does not show any more and that nothing is known of. */
export async function deleteAdAccounts(db: Db, connection: ConnectionId, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return
  await db.deleteFrom('adAccounts').where('connectionId', '=', connection).where('accountId', 'in', accounts).execute()
}
