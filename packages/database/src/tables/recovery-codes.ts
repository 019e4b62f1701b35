import type { PersonId } from '@tillsight/core'
import type { Db } from '../schema.ts'

/** Ends all codes of the person and sets these instead. */
export async function replaceRecoveryCodes(db: Db, person: PersonId, codeHashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('personId', '=', person).execute()
  if (codeHashes.length === 0) return
  await db
    .insertInto('recoveryCodes')
    .values(codeHashes.map((codeHash) => ({ personId: person, codeHash })))
    .execute()
}

/** Uses the code up; true for the first call only. */
export async function takeRecoveryCode(
  db: Db,
  { person, codeHash }: { person: PersonId; codeHash: string },
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('personId', '=', person)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()
  return row !== undefined
}

/** How many codes the person has not used yet. */
export async function countRecoveryCodes(db: Db, person: PersonId): Promise<number> {
  const rows = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('personId', '=', person)
    .where('usedAt', 'is', null)
    .execute()
  return rows.length
}
