import type { Db } from '@tillsight/database'
import { AuthError } from '../errors.ts'
import type { UserRow } from '../users/index.ts'
import { isUuid } from '../wire/index.ts'

/** The user of a path; one that was deleted softly is there for looking, and for deleting it for good. */
export async function readTarget(db: Db, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw userNotFound()
  return user
}

/** The user of a path, to be changed: deleted ones are not found. */
export async function readLiveTarget(db: Db, id: string): Promise<UserRow> {
  const user = await readTarget(db, id)
  if (user.deletedAt !== null) throw userNotFound()
  return user
}

/** `404 user_not_found`. */
export function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found')
}
