import { after, type MarkOptions, markKey } from './marks.ts'

/** Keeps messages of one kind to one address apart, whether or not the address belongs to anybody. */
export interface SendInterval {
  /**
   * Seconds to wait, or 0: then the address is stamped, and of many callers at the same moment exactly one gets it.
   * `seconds` 0 never waits.
   */
  check(kind: string, address: string, seconds: number): Promise<number>
  /** Takes the stamp back, when nothing could be sent after all. */
  release(kind: string, address: string): Promise<void>
}

/** Stamps in the database, so that they hold across processes and restarts. */
export function createSendInterval(options: MarkOptions): SendInterval {
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
