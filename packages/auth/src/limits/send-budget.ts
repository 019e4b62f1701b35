import type { Clock } from '@tillsight/core'
import { parseDuration } from '../duration.ts'
import { type BucketLevel, refill, takeToken } from './ip-limits.ts'

const hourMs = 3_600_000

/** `window`: that many per hour. `bucket`: that many at once, refilling over the period. */
export type SendLimit =
  | { readonly kind: 'window'; readonly count: number }
  | { readonly kind: 'bucket'; readonly count: number; readonly periodMs: number }

/** How much this process may send overall; 0 refuses everything. */
export interface SendBudget {
  /** Whether one more may be sent; only then is it counted. */
  take(): boolean
  /** Returns one that was taken but not sent. */
  giveBack(): void
}

/** Reads `30` (per hour) or `30/10m`; undefined when it is neither. */
export function parseSendLimit(text: string): SendLimit | undefined {
  const [count = '', duration, ...rest] = text.trim().split('/')
  if (!/^\d{1,9}$/.test(count) || rest.length > 0) return undefined
  if (duration === undefined) return { kind: 'window', count: Number(count) }
  const periodMs = parseDuration(duration)
  return periodMs === undefined || periodMs <= 0 ? undefined : { kind: 'bucket', count: Number(count), periodMs }
}

/** A budget in memory; it starts full. */
export function createSendBudget(limit: SendLimit, clock: Clock): SendBudget {
  return limit.kind === 'window' ? windowBudget(limit.count, clock) : bucketBudget(limit, clock)
}

function windowBudget(count: number, clock: Clock): SendBudget {
  let startMs = clock.now().getTime()
  let used = 0
  return {
    take() {
      const elapsedMs = clock.now().getTime() - startMs
      // Negative after the clock was set back: the old window would otherwise last that much longer.
      if (elapsedMs >= hourMs || elapsedMs < 0) {
        startMs += Math.floor(elapsedMs / hourMs) * hourMs
        used = 0
      }
      if (used >= count) return false
      used += 1
      return true
    },
    giveBack() {
      used = Math.max(0, used - 1)
    },
  }
}

function bucketBudget(limit: { count: number; periodMs: number }, clock: Clock): SendBudget {
  const size = { capacity: limit.count, refillPerMs: limit.count / limit.periodMs }
  let level: BucketLevel = { tokens: size.capacity, atMs: clock.now().getTime() }
  return {
    take() {
      level = refill(size, level, clock.now().getTime())
      const rest = takeToken(level)
      level = rest ?? level
      return rest !== undefined
    },
    giveBack() {
      level = { ...level, tokens: Math.min(size.capacity, level.tokens + 1) }
    },
  }
}
