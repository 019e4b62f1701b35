import { Refusal } from './answers.ts'
import type { FakeLimits } from './options.ts'

interface Window {
  startedAt: number
  count: number
}

const blockMs = 5 * 60_000
const dayMs = 24 * 3_600_000

/** Requests of the app to each endpoint: by the second, the minute (then blocked for five), and the day in UTC. */
export class Limits {
  readonly #limits: FakeLimits | 'off'
  readonly #now: () => Date
  readonly #windows = new Map<string, Window>()
  readonly #blockedUntil = new Map<string, number>()

  constructor(limits: FakeLimits | 'off', now: () => Date) {
    this.#limits = limits
    this.#now = now
  }

  /** Counts a call; throws a `Refusal` above a limit. */
  count(endpoint: string): void {
    if (this.#limits === 'off') return
    const { perSecond, perMinute, perDay } = this.#limits
    const now = this.#now().getTime()
    if ((this.#blockedUntil.get(endpoint) ?? 0) > now) throw new Refusal(40132)
    if (this.#add(`day ${endpoint}`, now - (now % dayMs), dayMs) > perDay) {
      throw new Refusal(40133, 'Requests exceed the limit of the day; it is reset at 00:00 UTC.')
    }
    if (this.#add(`minute ${endpoint}`, now, 60_000) > perMinute) {
      this.#blockedUntil.set(endpoint, now + blockMs)
      throw new Refusal(40132)
    }
    if (this.#add(`second ${endpoint}`, now, 1_000) > perSecond) {
      throw new Refusal(40100, 'Requests from App are temporarily restricted due to too many requests.')
    }
  }

  #add(key: string, now: number, ms: number): number {
    const window = this.#windows.get(key)
    if (window && now < window.startedAt + ms) {
      window.count += 1
      return window.count
    }
    this.#windows.set(key, { startedAt: now, count: 1 })
    return 1
  }
}
