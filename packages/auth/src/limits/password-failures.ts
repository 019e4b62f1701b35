import type { Clock } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import { type SqlBool, sql } from 'kysely'

/** What the persistent limits work with. `hash` is keyed, so that the table says nothing about whom it counts. */
export interface MarkOptions {
  readonly db: Db
  readonly clock: Clock
  readonly hash: (purpose: string, text: string) => string
}

/** The table's key of something that is counted. */
export function markKey({ hash }: Pick<MarkOptions, 'hash'>, kind: string, subject: string): string {
  return `${kind}:${hash(`mark ${kind}`, subject)}`
}

/** Deletes marks that no longer matter; answers how many. */
export async function sweepMarks({ db, clock }: Pick<MarkOptions, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('authMarks').where('expiresAt', '<=', clock.now()).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The instant so many milliseconds after `at`; negative is before. */
export function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

const freeFailures = 5
const longestWaitSeconds = 900
const forgetAfterMs = 24 * 3_600_000

/** How an attempt ended. `wait`: it does not count, right or wrong; try again after so many seconds. */
type PasswordAttempt =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'wait'; readonly seconds: number }

/** Slows down guessing at one account; nobody is ever locked out for good. */
export interface PasswordFailures {
  /**
   * Runs `verify` unless the account has to wait. After five failures the wait is 1 s, then 2 s, 4 s … up to 15 min;
   * a success forgets them. Guesses that run at the same moment share one budget: a right one among too many does not pass.
   * `verify` may ask again whether it is still of use, when it had to wait itself.
   */
  attempt(account: string, verify: (isWanted: () => Promise<boolean>) => Promise<boolean>): Promise<PasswordAttempt>
}

/** Counts in the database by a keyed hash of `account`, which need not exist. */
export function createPasswordFailures(options: MarkOptions): PasswordFailures {
  return {
    async attempt(account, verify) {
      const key = markKey(options, 'password', account)
      const early = await secondsToWait(options, key)
      if (early > 0) return { kind: 'wait', seconds: early }
      const isRight = await verify(async () => (await secondsToWait(options, key)) === 0)
      const settled = isRight ? await forget(options, key) : await count(options, key)
      if (settled === 0) return { kind: isRight ? 'passed' : 'failed' }
      return { kind: 'wait', seconds: settled }
    },
  }
}

/** Seconds until the wait of a mark is over, as SQL; nothing for one that does not wait. */
function waitOf(now: Date) {
  return sql<number>`extract(epoch FROM auth_marks.at - ${now}::timestamptz)
    + least(${longestWaitSeconds}::int, power(2, least(auth_marks.count, 30) - ${freeFailures}::int))`
}

/** A wait longer than the longest means that the clock was set back since. */
function isWaiting(now: Date) {
  return sql<SqlBool>`(auth_marks.count >= ${freeFailures}::int AND auth_marks.expires_at > ${now}
    AND ${waitOf(now)} > 0 AND ${waitOf(now)} <= ${longestWaitSeconds}::int)`
}

async function secondsToWait({ db, clock }: MarkOptions, key: string): Promise<number> {
  const now = clock.now()
  const row = await db
    .selectFrom('authMarks')
    .select(sql<number>`ceil(${waitOf(now)})::int`.as('seconds'))
    .where('key', '=', key)
    .where(isWaiting(now))
    .executeTakeFirst()
  return row?.seconds ?? 0
}

/** Counts a failure unless the account waits by now; answers the seconds then. */
async function count(options: MarkOptions, key: string): Promise<number> {
  const now = options.clock.now()
  const stamp = { at: now, expiresAt: after(now, forgetAfterMs) }
  const counted = await options.db
    .insertInto('authMarks')
    .values({ key, count: 1, ...stamp })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          ...stamp,
          count: sql<number>`CASE WHEN auth_marks.expires_at <= ${now} THEN 1 ELSE auth_marks.count + 1 END`,
        })
        .where(sql<SqlBool>`NOT ${isWaiting(now)}`),
    )
    .returning('key')
    .executeTakeFirst()
  return counted ? 0 : Math.max(1, await secondsToWait(options, key))
}

/** Forgets the failures unless the account waits by now; answers the seconds then. */
async function forget({ db, clock }: MarkOptions, key: string): Promise<number> {
  const now = clock.now()
  const mark = await db
    .selectFrom('authMarks')
    .select(sql<number>`CASE WHEN ${isWaiting(now)} THEN ceil(${waitOf(now)})::int ELSE 0 END`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst()
  if (!mark || mark.seconds > 0) return mark?.seconds ?? 0
  await db
    .deleteFrom('authMarks')
    .where('key', '=', key)
    .where(sql<SqlBool>`NOT ${isWaiting(now)}`)
    .execute()
  return 0
}
