import { AppError, type Clock } from '@tillsight/core'

/** Limits of the requests of each key, counted in this process. */
export interface ApiLimits {
  /** Counts a request of the key. */
  enter(key: string): Entrance
}

/** A request that has been counted. */
interface Entrance {
  /** What the key has left, for the answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Why it is not carried out. */
  readonly refusal: AppError | undefined
  /** Frees its place among the running ones, once. */
  leave(): void
}

const windowMs = 60_000

interface Limits {
  readonly perMinute: number
  readonly atOnce: number
  /** Whose requests are counted. */
  readonly of?: 'key' | 'person'
}

/** Counts requests a minute, and those that are running. */
export function createApiLimits(clock: Clock, { perMinute, atOnce, of = 'key' }: Limits): ApiLimits {
  const windows = new Map<string, { readonly since: number; readonly count: number }>()
  const running = new Map<string, number>()
  const count = (key: string) => {
    const now = clock.now().getTime()
    for (const [known, { since }] of windows) if (now - since >= windowMs) windows.delete(known)
    const { since, count: before } = windows.get(key) ?? { since: now, count: 0 }
    windows.set(key, { since, count: before + 1 })
    return { left: perMinute - before - 1, seconds: Math.max(1, Math.ceil((since + windowMs - now) / 1000)) }
  }
  return {
    enter(key) {
      const { left, seconds } = count(key)
      const headers = {
        'ratelimit-policy': `"${of}";q=${perMinute};w=${windowMs / 1000}`,
        ratelimit: `"${of}";r=${Math.max(0, left)};t=${seconds}`,
      }
      const others = running.get(key) ?? 0
      const refusal =
        left < 0 ? tooMany(of, perMinute, seconds) : others >= atOnce ? tooManyAtOnce(of, atOnce) : undefined
      if (refusal !== undefined) return { headers, refusal, leave() {} }
      running.set(key, others + 1)
      let isRunning = true
      const leave = (): void => {
        if (!isRunning) return
        isRunning = false
        const rest = (running.get(key) ?? 1) - 1
        if (rest > 0) running.set(key, rest)
        else running.delete(key)
      }
      return { headers, refusal, leave }
    },
  }
}

/** As long as a question may take. */
const longestMs = 30_000

/** Gives up waiting; the work itself goes on, and keeps its place among the running ones, unless `giveUp` ends it. */
export async function within<T>(work: Promise<T>, giveUp?: (reason: AppError) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      const reason = new AppError(
        'unavailable',
        `This took longer than ${longestMs / 1000} s, which is the limit. Ask for fewer days.`,
      )
      giveUp?.(reason)
      fail(reason)
    }, longestMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const subjects = { key: 'This key has', person: 'You have' } as const

function tooMany(of: 'key' | 'person', perMinute: number, seconds: number): AppError {
  return new AppError(
    'limit_reached',
    `${subjects[of]} sent ${perMinute} requests within a minute, which is the limit. Go on in ${seconds} s.`,
    { details: { retryAfterSeconds: seconds } },
  )
}

function tooManyAtOnce(of: 'key' | 'person', atOnce: number): AppError {
  return new AppError(
    'limit_reached',
    `${subjects[of]} ${atOnce} requests running, which is the limit. Wait until one of them is answered.`,
    { details: { retryAfterSeconds: 1 } },
  )
}
