import { type Selectable, sql } from 'kysely'
import type { FailedSignInsTable } from '../audit-schema.ts'
import type { Db, Tx } from '../schema.ts'

/** Attempts to sign in that failed, as counted. */
export type FailedSignInRow = Selectable<FailedSignInsTable>

/** Counts an attempt, together with those of the same subject and time. */
export async function countFailedSignIn(db: Db, attempt: Omit<FailedSignInRow, 'attempts'>): Promise<void> {
  await db
    .insertInto('failedSignIns')
    .values(attempt)
    .onConflict((conflict) =>
      conflict.columns(['subject', 'step', 'since']).doUpdateSet((eb) => ({
        attempts: eb('failedSignIns.attempts', '+', 1),
        network: eb.ref('excluded.network'),
        agent: eb.ref('excluded.agent'),
      })),
    )
    .execute()
}

/** Takes counts that began before the instant, the oldest first; those that another process takes are left to it. */
export async function takeFailedSignIns(tx: Tx, before: Date, most: number): Promise<FailedSignInRow[]> {
  const { rows } = await sql<FailedSignInRow>`
    DELETE FROM failed_sign_ins WHERE ctid IN (
      SELECT ctid FROM failed_sign_ins WHERE since < ${before} ORDER BY since LIMIT ${most} FOR UPDATE SKIP LOCKED
    ) RETURNING *`.execute(tx)
  return rows
}
