import type { PersonId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { AvatarsTable } from '../identity-schema.ts'
import type { Db } from '../schema.ts'

/** A person's picture as stored. */
export type AvatarRow = Selectable<AvatarsTable>

/** Sets or replaces the picture. */
export async function saveAvatar(db: Db, avatar: Omit<AvatarRow, 'updatedAt'>): Promise<void> {
  const { image, fingerprint } = avatar
  await db
    .insertInto('avatars')
    .values(avatar)
    .onConflict((conflict) =>
      conflict.column('personId').doUpdateSet({ image, fingerprint, updatedAt: sql<Date>`now()` }),
    )
    .execute()
}

/** The picture, if the person has one. */
export async function findAvatar(db: Db, person: PersonId): Promise<AvatarRow | undefined> {
  return db.selectFrom('avatars').selectAll().where('personId', '=', person).executeTakeFirst()
}

/** What the picture's address holds, without loading the picture. */
export async function findAvatarFingerprint(db: Db, person: PersonId): Promise<string | undefined> {
  const row = await db.selectFrom('avatars').select('fingerprint').where('personId', '=', person).executeTakeFirst()
  return row?.fingerprint
}

/** Removes the picture, if there is one. */
export async function deleteAvatar(db: Db, person: PersonId): Promise<void> {
  await db.deleteFrom('avatars').where('personId', '=', person).execute()
}
