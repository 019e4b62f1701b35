import { AppError, type Clock } from '@tillsight/core'

/** Burst size, and sustained rate per second. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

interface Bucket {
  left: number
  at: number
}

const mostBuckets = 50_000

/** Limits the events of each subject; counted per process. */
export function createRateLimit(clock: Clock, { burst, perSecond }: Rate) {
  const buckets = new Map<string, Bucket>()

  function makeRoom(now: number): void {
    for (const [subject, { left, at }] of buckets) {
      if (left + ((now - at) / 1000) * perSecond >= burst) buckets.delete(subject)
    }
    // More subjects at once than any shop has visitors: the oldest start again.
    for (const subject of buckets.keys()) {
      if (buckets.size < mostBuckets) return
      buckets.delete(subject)
    }
  }

  return {
    /** Counts events. Throws `limit_reached` with the seconds to wait. */
    take(subject: string, count: number): void {
      const now = clock.now().getTime()
      let bucket = buckets.get(subject)
      if (bucket === undefined) {
        if (buckets.size >= mostBuckets) makeRoom(now)
        bucket = { left: burst, at: now }
        buckets.set(subject, bucket)
      }
      // A clock that is set back takes nothing away.
      const seconds = Math.max(0, now - bucket.at) / 1000
      bucket.left = Math.min(burst, bucket.left + seconds * perSecond)
      bucket.at = now
      if (bucket.left < count) {
        const wait = Math.max(1, Math.ceil((count - bucket.left) / perSecond))
        throw new AppError('limit_reached', `Too many events at once. Send these again in ${wait} s.`, {
          details: { retryAfterSeconds: wait },
        })
      }
      bucket.left -= count
    },
    /** Undoes a count. */
    giveBack(subject: string, count: number): void {
      const bucket = buckets.get(subject)
      if (bucket !== undefined) bucket.left = Math.min(burst, bucket.left + count)
    },
  }
}
