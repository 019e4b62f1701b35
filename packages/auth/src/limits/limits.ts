import { AppError, type Clock } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import type { AuthSettings } from '../settings.ts'
import { createIpLimits, type IpLimits, networkOf } from './ip-limits.ts'
import {
  after,
  createPasswordFailures,
  type MarkOptions,
  markKey,
  type PasswordFailures,
  sweepMarks,
} from './password-failures.ts'
import { createSendBudget, parseSendLimit, type SendBudget } from './send-budget.ts'

const rememberedForMs = 180 * 24 * 3_600_000

/** Every limit of the service. */
export interface Limits {
  readonly ip: IpLimits
  /** All mails of this process. */
  readonly emailBudget: SendBudget
  /** All text messages of this process. */
  readonly smsBudget: SendBudget
  readonly sendInterval: SendInterval
  readonly passwordFailures: PasswordFailures
  readonly knownPlaces: KnownPlaces
  failureCounter(what: FailureCount): FailureCounter
  /** Deletes what has expired; answers how many rows. */
  sweep(): Promise<number>
}

/** Where limits are kept, and how high they are. */
export interface LimitsOptions extends MarkOptions {
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

/** Where people have signed in from: what strangers do elsewhere must not keep them from doing so again. */
interface KnownPlaces {
  /** Somebody has signed in from the address. Part of the caller's transaction. */
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

/** Keeps messages of one kind to one address apart, whether or not the address belongs to anybody. */
interface SendInterval {
  /**
   * Seconds to wait, or 0: then the address is stamped, and of many callers at the same moment exactly one gets it.
   * `seconds` 0 never waits.
   */
  check(kind: string, address: string, seconds: number): Promise<number>
  /** Takes the stamp back, when nothing could be sent after all. */
  release(kind: string, address: string): Promise<void>
}

/** Stamps in the database, so that they hold across processes and restarts. */
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
  /** One more; answers how many there are now. Of parallel calls each gets a number of its own. */
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
