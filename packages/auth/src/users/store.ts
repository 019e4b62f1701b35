import { randomUUID } from 'node:crypto'
import type {
  AuthFactorsTable,
  AuthFlowsTable,
  AuthIdentitiesTable,
  AuthOneTimeTokensTable,
  AuthSessionMethodsTable,
  AuthSessionsTable,
  AuthUsersTable,
  Db,
} from '@tillsight/database'
import type { Insertable, Selectable, Updateable } from 'kysely'

/** An account as stored. */
export type UserRow = Selectable<AuthUsersTable>
/** A way in as stored. */
export type IdentityRow = Selectable<AuthIdentitiesTable>
/** A second factor as stored. */
export type FactorRow = Selectable<AuthFactorsTable>
/** A session as stored. */
export type SessionRow = Selectable<AuthSessionsTable>
/** How a session was signed in, as stored. */
export type MethodRow = Selectable<AuthSessionMethodsTable>
/** An unfinished sign-in as stored. */
export type FlowRow = Selectable<AuthFlowsTable>
/** A sent code and link as stored: hashes only. */
export type OneTimeTokenRow = Selectable<AuthOneTimeTokensTable>

/** Free-form data of a user. */
export type MetadataValue = Readonly<Record<string, unknown>>

type Columns = Omit<Insertable<AuthUsersTable>, 'id' | 'createdAt' | 'updatedAt' | 'appMetadata' | 'userMetadata'>

/** What a new account starts with. */
interface NewUser extends Columns {
  readonly id?: string
  readonly appMetadata?: MetadataValue
  readonly userMetadata?: MetadataValue
}

/** What changes; metadata replaces the whole object. */
export type UserChange = Omit<
  Updateable<AuthUsersTable>,
  'id' | 'createdAt' | 'updatedAt' | 'appMetadata' | 'userMetadata'
> & {
  readonly appMetadata?: MetadataValue
  readonly userMetadata?: MetadataValue
}

/** Adds an account; undefined when somebody else has the address or the number. */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<UserRow | undefined> {
  const { id = randomUUID(), appMetadata = {}, userMetadata = {}, ...columns } = user
  return db
    .insertInto('authUsers')
    .values({
      ...columns,
      id,
      appMetadata: JSON.stringify(appMetadata),
      userMetadata: JSON.stringify(userMetadata),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes an account and answers it as it is now. The caller knows that it exists. */
export async function updateUser(db: Db, id: string, change: UserChange & { readonly now: Date }): Promise<UserRow> {
  const { now, appMetadata, userMetadata, ...columns } = change
  return db
    .updateTable('authUsers')
    .set({
      ...columns,
      ...(appMetadata === undefined ? {} : { appMetadata: JSON.stringify(appMetadata) }),
      ...(userMetadata === undefined ? {} : { userMetadata: JSON.stringify(userMetadata) }),
      updatedAt: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The account, deleted ones left out. */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('authUsers').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
}

/** The account, held against other changes until the transaction ends. */
export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('authUsers')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** `email` in lower case; accounts of SSO providers have their own pools and are left out. */
export async function findUserByEmail(db: Db, email: string, aud: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('authUsers')
    .selectAll()
    .where('email', '=', email)
    .where('isSso', '=', false)
    .where('aud', '=', aud)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** `phone` in E.164 without `+`. */
export async function findUserByPhone(db: Db, phone: string, aud: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('authUsers')
    .selectAll()
    .where('phone', '=', phone)
    .where('aud', '=', aud)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Merges at the top level; a `null` removes its key. */
export function mergeMetadata(old: MetadataValue, change: MetadataValue): MetadataValue {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== null))
}
