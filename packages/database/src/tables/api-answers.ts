import type { Selectable } from 'kysely'
import type { ApiAnswersTable } from '../keys-schema.ts'
import type { Db } from '../schema.ts'

/** A request that was sent with a key for repeating it. */
export type ApiAnswerRow = Selectable<ApiAnswersTable>

/** Names such a request. */
export type ApiAnswerKey = Pick<ApiAnswerRow, 'caller' | 'key'>

interface Claim extends ApiAnswerKey, Pick<ApiAnswerRow, 'claim' | 'request'> {
  readonly at: Date
  /** Requests that began before count as never sent. */
  readonly forgottenBefore: Date
  /** Runs that showed no life since are dead. */
  readonly deadBefore: Date
}

/** Takes the request for one run: the first, or one after a run that died before it wrote. False when another has it or had it. */
export async function claimApiAnswer(db: Db, claim: Claim): Promise<boolean> {
  const { caller, key, request, at, forgottenBefore, deadBefore } = claim
  const taken = {
    claim: claim.claim,
    request,
    claimedAt: at,
    renewedAt: at,
    hasWritten: false,
    status: null,
    body: null,
  }
  const row = await db
    .insertInto('apiAnswers')
    .values({ caller, key, ...taken })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'key'])
        .doUpdateSet(taken)
        .where((where) =>
          where.or([
            where('apiAnswers.claimedAt', '<', forgottenBefore),
            where.and([
              where('apiAnswers.status', 'is', null),
              where('apiAnswers.renewedAt', '<', deadBefore),
              where('apiAnswers.request', '=', request),
              where('apiAnswers.hasWritten', '=', false),
            ]),
          ]),
        ),
    )
    .returning('claim')
    .executeTakeFirst()
  return row !== undefined
}

/** What is known of the request. */
export async function findApiAnswer(db: Db, { caller, key }: ApiAnswerKey): Promise<ApiAnswerRow | undefined> {
  return db.selectFrom('apiAnswers').selectAll().where('caller', '=', caller).where('key', '=', key).executeTakeFirst()
}

/** Shows that the run is alive. */
export async function renewApiClaim(db: Db, claim: string, at: Date): Promise<void> {
  await db.updateTable('apiAnswers').set({ renewedAt: at }).where('claim', '=', claim).execute()
}

/** Notes, in the run's own transaction, that it writes. False when another run has taken its place. */
export async function noteApiWrite(db: Db, claim: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('apiAnswers')
    .set({ hasWritten: true })
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the run's answer, unless another run has taken its place. */
export async function keepApiAnswer(
  db: Db,
  { claim, status, body }: { readonly claim: string; readonly status: number; readonly body: Uint8Array },
): Promise<void> {
  await db
    .updateTable('apiAnswers')
    .set({ status, body: Buffer.from(body) })
    .where('claim', '=', claim)
    .execute()
}

/** Forgets a run that wrote nothing: the request may be sent again. */
export async function dropApiClaim(db: Db, claim: string): Promise<void> {
  await db.deleteFrom('apiAnswers').where('claim', '=', claim).where('hasWritten', '=', false).execute()
}

/** Deletes what began before. */
export async function pruneApiAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('apiAnswers').where('claimedAt', '<', before).execute()
}
