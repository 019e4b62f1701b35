import { sql } from 'kysely'
import { after, type MarkOptions, markKey } from './marks.ts'

/** What is counted, and for how long after the latest failure. */
export interface FailureCount {
  readonly kind: string
  readonly forgetAfterSeconds: number
}

/** Counts failures of one kind, for example wrong one-time codes. */
export interface FailureCounter {
  /** One more; answers how many there are now. Of parallel calls each gets a number of its own. */
  add(subject: string): Promise<number>
  count(subject: string): Promise<number>
  clear(subject: string): Promise<void>
}

/** Counts in the database, so that they hold across processes and restarts. */
export function createFailureCounter(options: MarkOptions, what: FailureCount): FailureCounter {
  const { db, clock } = options
  const keyOf = (subject: string) => markKey(options, `failures ${what.kind}`, subject)
  return {
    async add(subject) {
      const now = clock.now()
      const stamp = { at: now, expiresAt: after(now, what.forgetAfterSeconds * 1000) }
      const row = await db
        .insertInto('authMarks')
        .values({ key: keyOf(subject), count: 1, ...stamp })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            ...stamp,
            count: sql<number>`CASE WHEN auth_marks.expires_at <= ${now} THEN 1 ELSE auth_marks.count + 1 END`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      return row.count
    },
    async count(subject) {
      const row = await db
        .selectFrom('authMarks')
        .select('count')
        .where('key', '=', keyOf(subject))
        .where('expiresAt', '>', clock.now())
        .executeTakeFirst()
      return row?.count ?? 0
    },
    async clear(subject) {
      await db.deleteFrom('authMarks').where('key', '=', keyOf(subject)).execute()
    },
  }
}
