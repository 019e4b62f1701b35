import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectorContext } from '../contract.ts'

/** A rate for apps whose level is unknown: far below TikTok's lowest limit. */
const usualPerSecond = 3
const parallelPerAdvertiser = 2

/** All connections of one app share its limits, in this process. */
const limiters = new Map<string, Limiter>()

/** The limiter of an app; the address distinguishes simulated platforms. */
export function limiterOf(base: string, appId: string): Limiter {
  const key = `${base} ${appId}`
  const known = limiters.get(key)
  if (known) return known
  const made = new Limiter()
  limiters.set(key, made)
  return made
}

type Waiting = Pick<ConnectorContext, 'clock' | 'http' | 'signal' | 'app'>

/** Spaces requests evenly, two at a time per advertiser, and none while TikTok has asked for a pause. */
export class Limiter {
  #nextAt = 0
  #pausedUntil = 0
  readonly #running = new Map<string, number>()
  readonly #waiting: (() => void)[] = []

  /** Waits for a turn; call the returned function when the response has arrived. */
  async enter(advertiser: string, ctx: Waiting): Promise<() => void> {
    ctx.signal.throwIfAborted()
    while ((this.#running.get(advertiser) ?? 0) >= parallelPerAdvertiser) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      ctx.signal.throwIfAborted()
    }
    this.#running.set(advertiser, (this.#running.get(advertiser) ?? 0) + 1)
    const leave = () => {
      this.#running.set(advertiser, (this.#running.get(advertiser) ?? 1) - 1)
      for (const wake of this.#waiting.splice(0)) wake()
    }
    try {
      const now = ctx.clock.now().getTime()
      const at = Math.max(now, this.#nextAt, this.#pausedUntil)
      this.#nextAt = at + 1_000 / perSecond(ctx)
      if (at > now) await pause(ctx, at - now)
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Pauses all requests until then, because TikTok refused one. */
  hold(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }
}

function perSecond({ app }: Waiting): number {
  const set = Number(app.requestsPerSecond)
  return set > 0 ? set : usualPerSecond
}

/** Waits as between attempts; rejects with the signal's reason. */
export async function pause({ http, signal }: Pick<ConnectorContext, 'http' | 'signal'>, ms: number): Promise<void> {
  signal.throwIfAborted()
  if (http.pause) await http.pause(ms, signal)
  else await wait(ms, undefined, { signal })
}
