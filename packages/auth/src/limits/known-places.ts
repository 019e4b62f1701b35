import type { Db } from '@tillsight/database'
import { networkOf } from './ip-limits.ts'
import { after, type MarkOptions, markKey } from './marks.ts'

const rememberedForMs = 180 * 24 * 3_600_000

/** Where people have signed in from: what strangers do elsewhere must not keep them from doing so again. */
export interface KnownPlaces {
  /** Somebody has signed in from the address. Part of the caller's transaction. */
  note(db: Db, user: string, ip: string): Promise<void>
  /** The network, when the user signed in from there within the last half year. `user` need not exist. */
  find(user: string, ip: string): Promise<string | undefined>
}

/** Kept as keyed hashes of account and network. */
export function createKnownPlaces(options: MarkOptions): KnownPlaces {
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
