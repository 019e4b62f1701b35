import { AppError, type Clock } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import { type SqlBool, sql } from 'kysely'
import type { AuthSettings } from '../settings.ts'
import { createIpLimits, type IpLimits, networkOf } from './ip-limits.ts'
import { createSendBudget, parseSendLimit, type SendBudget } from './send-budget.ts'

/** Dependencies of the persistent limits. `hash` is keyed, so that the table does not reveal whom it counts. */
interface MarkOptions {
  readonly db: Db
  readonly clock: Clock
  readonly hash: (purpose: string, text: string) => string
}

/** The key under which a subject is stored in the table. */
function markKey({ hash }: Pick<MarkOptions, 'hash'>, kind: string, subject: string): string {
  return `${kind}:${hash(`mark ${kind}`, subject)}`
}

/** Deletes expired marks; returns how many. */
async function sweepMarks({ db, clock }: Pick<MarkOptions, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('authMarks').where('expiresAt', '<=', clock.now()).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The instant `ms` milliseconds after `at`; negative values are before it. */
function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

const freeFailures = 5
const longestWaitSeconds = 900
const forgetAfterMs = 24 * 3_600_000

/** The result of an attempt. `wait`: it was not evaluated; retry after that many seconds. */
type PasswordAttempt =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'wait'; readonly seconds: number }

/** Slows down password guessing per account; nobody is ever locked out for good. */
interface PasswordFailures {
  /**
   * Runs `verify` unless the account has to wait. After five failures the wait is 1 s, then 2 s, 4 s … up to 15 min; a
   * success resets the count. Concurrent guesses share one budget: a right one among too many does not pass. `verify` may ask
   * whether its result is still wanted if it had to wait itself.
   */
  attempt(account: string, verify: (isWanted: () => Promise<boolean>) => Promise<boolean>): Promise<PasswordAttempt>
}

/** Counts in the database by a keyed hash of `account`, which need not exist. */
function createPasswordFailures(options: MarkOptions): PasswordFailures {
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

/** SQL for the seconds until a mark's wait is over; null if it does not wait. */
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

/** Counts a failure unless the account has to wait meanwhile; returns the seconds to wait in that case. */
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

/** Resets the failures unless the account has to wait meanwhile; returns the seconds to wait in that case. */
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

const rememberedForMs = 180 * 24 * 3_600_000

/** Every limit of the service. */
export interface Limits {
  readonly ip: IpLimits
  /** Budget for all mails of this process. */
  readonly emailBudget: SendBudget
  /** All text messages of this process. */
  readonly smsBudget: SendBudget
  readonly sendInterval: SendInterval
  readonly passwordFailures: PasswordFailures
  readonly knownPlaces: KnownPlaces
  failureCounter(what: FailureCount): FailureCounter
  /** Deletes expired entries; returns how many. */
  sweep(): Promise<number>
}

/** Where limits are kept, and how high they are. */
interface LimitsOptions extends MarkOptions {
  readonly settings: Pick<AuthSettings, 'limits'> & {
    readonly email: Pick<AuthSettings['email'], 'budget'>
    readonly sms: Pick<AuthSettings['sms'], 'budget'>
  }
}

/** Throws `invalid_input` for a budget that is neither `30` nor `30/10m`. */
export function createLimits(options: LimitsOptions): Limits {
  const { settings, clock } = options
  return {
    ip: createIpLimits({ rates: settings.limits, clock }),
    emailBudget: budget('AUTH_RATE_LIMIT_EMAIL_SENT', settings.email.budget, clock),
    smsBudget: budget('AUTH_RATE_LIMIT_SMS_SENT', settings.sms.budget, clock),
    sendInterval: createSendInterval(options),
    passwordFailures: createPasswordFailures(options),
    knownPlaces: createKnownPlaces(options),
    failureCounter: (what) => createFailureCounter(options, what),
    sweep: () => sweepMarks(options),
  }
}

function budget(name: string, text: string, clock: Clock): SendBudget {
  const limit = parseSendLimit(text)
  if (limit) return createSendBudget(limit, clock)
  throw new AppError('invalid_input', `${name}: “${text}” is neither a number per hour nor of the form 30/10m.`)
}

/** Networks that users have signed in from: failed attempts elsewhere must not lock them out there. */
interface KnownPlaces {
  /** Records that the user signed in from this address. Part of the caller's transaction. */
  note(db: Db, user: string, ip: string): Promise<void>
  /** The network, when the user signed in from there within the last half year. `user` need not exist. */
  find(user: string, ip: string): Promise<string | undefined>
}

/** Kept as keyed hashes of account and network. */
function createKnownPlaces(options: MarkOptions): KnownPlaces {
  const { clock } = options
  const keyOf = (user: string, ip: string) => markKey(options, 'known place', `${user} ${networkOf(ip)}`)
  return {
    async note(db, user, ip) {
      const now = clock.now()
      const stamp = { at: now, expiresAt: after(now, rememberedForMs) }
      await db
        .insertInto('authMarks')
        .values({ key: keyOf(user, ip), count: 1, ...stamp })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(stamp))
        .execute()
    },
    async find(user, ip) {
      const mark = await options.db
        .selectFrom('authMarks')
        .select('key')
        .where('key', '=', keyOf(user, ip))
        .where('expiresAt', '>', clock.now())
        .executeTakeFirst()
      return mark && networkOf(ip)
    },
  }
}

/** Enforces an interval between messages of one kind to one address, whether or not the address has an account. */
interface SendInterval {
  /**
   * Seconds to wait; 0 reserves the address, and of several concurrent callers exactly one gets 0. `seconds` 0 never waits.
   */
  check(kind: string, address: string, seconds: number): Promise<number>
  /** Releases the reservation if nothing could be sent. */
  release(kind: string, address: string): Promise<void>
}

/** Timestamps in the database, so that they apply across processes and restarts. */
function createSendInterval(options: MarkOptions): SendInterval {
  const { db, clock } = options
  const keyOf = (kind: string, address: string) => markKey(options, `send ${kind}`, address)
  return {
    async check(kind, address, seconds) {
      if (seconds <= 0) return 0
      const key = keyOf(kind, address)
      const now = clock.now()
      const intervalMs = seconds * 1000
      const stamp = { at: now, expiresAt: after(now, intervalMs) }
      const won = await db
        .insertInto('authMarks')
        .values({ key, count: 1, ...stamp })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet(stamp)
            // A stamp from the future was made before the clock was set back.
            .where((eb) =>
              eb.or([
                eb('authMarks.at', '<=', after(now, -intervalMs)),
                eb('authMarks.at', '>', after(now, intervalMs)),
              ]),
            ),
        )
        .returning('key')
        .executeTakeFirst()
      if (won) return 0
      const mark = await db.selectFrom('authMarks').select('at').where('key', '=', key).executeTakeFirst()
      const waitMs = intervalMs - (now.getTime() - (mark?.at ?? now).getTime())
      return Math.max(1, Math.ceil(Math.min(waitMs, intervalMs) / 1000))
    },
    async release(kind, address) {
      await db.deleteFrom('authMarks').where('key', '=', keyOf(kind, address)).execute()
    },
  }
}

/** What is counted, and for how long after the latest failure. */
interface FailureCount {
  readonly kind: string
  readonly forgetAfterSeconds: number
}

/** Counts failures of one kind, for example wrong one-time codes. */
interface FailureCounter {
  /** Adds a failure; returns the new count. Concurrent calls each get a count of their own. */
  add(subject: string): Promise<number>
  count(subject: string): Promise<number>
  clear(subject: string): Promise<void>
}

/** Counts in the database, so that they hold across processes and restarts. */
function createFailureCounter(options: MarkOptions, what: FailureCount): FailureCounter {
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
