import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import type { IdentityRow, MetadataValue } from './store.ts'
import { updateUser } from './store.ts'

/** A way in that is added to an account. */
export interface NewIdentity {
  readonly userId: string
  readonly provider: string
  readonly subject: string
  readonly data: MetadataValue
}

/** Adds it; undefined when the provider's account belongs to somebody already. */
export async function insertIdentity(db: Db, identity: NewIdentity, now: Date): Promise<IdentityRow | undefined> {
  const { data, ...columns } = identity
  return db
    .insertInto('authIdentities')
    .values({
      ...columns,
      id: randomUUID(),
      data: JSON.stringify(data),
      email: emailOf(data),
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Replaces what the provider says about the person. */
export async function refreshIdentity(
  db: Db,
  change: { readonly id: string; readonly data: MetadataValue; readonly signedIn: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable('authIdentities')
    .set({
      data: JSON.stringify(change.data),
      email: emailOf(change.data),
      updatedAt: now,
      ...(change.signedIn ? { lastSignInAt: now } : {}),
    })
    .where('id', '=', change.id)
    .execute()
}

/** The oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('authIdentities')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** By the provider's own id. */
export async function findIdentity(
  db: Db,
  named: { readonly provider: string; readonly subject: string },
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('authIdentities')
    .selectAll()
    .where('provider', '=', named.provider)
    .where('subject', '=', named.subject)
    .executeTakeFirst()
}

/** Brings `provider` and `providers` of the user's app metadata in line with the identities. */
export async function syncProviders(db: Db, userId: string, now: Date): Promise<void> {
  const user = await db.selectFrom('authUsers').select('appMetadata').where('id', '=', userId).executeTakeFirstOrThrow()
  const providers = [...new Set((await listIdentities(db, userId)).map(({ provider }) => provider))]
  const { provider: _first, providers: _all, ...rest } = user.appMetadata
  const [first] = providers
  await updateUser(db, userId, {
    appMetadata: first === undefined ? rest : { ...rest, provider: first, providers },
    now,
  })
}

function emailOf(data: MetadataValue): string | null {
  return typeof data['email'] === 'string' && data['email'] !== '' ? data['email'].toLowerCase() : null
}
