import type { Judgement } from './judge.ts'
import type { AlertRule } from './rule.ts'

/** Where an alert stands between looks. */
export interface AlertStanding {
  /** `resolved`: it fired before and is over; otherwise the same as `ok`. */
  readonly state: 'ok' | 'firing' | 'resolved'
  /** Looks in a row that found the figure beyond its bound. */
  readonly beyond: number
  /** The last of these. */
  readonly beyondAt: Date | null
  readonly firedAt: Date | null
}

/** How an alert begins. */
export const quietStanding: AlertStanding = { state: 'ok', beyond: 0, beyondAt: null, firedAt: null }

/** What a look found, and when. */
export interface Look {
  readonly verdict: Judgement['verdict']
  readonly at: Date
  /** A day of the window has a note: what is unusual is explained. */
  readonly isNoted: boolean
  /** Looks that have to agree before it fires; see {@link looksToFire}. */
  readonly looks: number
}

/** Looks that have to agree before an alert fires. */
const fewestLooks = 2
/**
 * Eight weeks know their own spread badly, and a day that goes on is looked at every hour: with two looks, two years of history
 * bring two false alarms a month. What is wrong with a day stays wrong for more hours than that.
 */
const looksAtGrowingDay = 5

/** How many looks have to agree before an alert with this rule fires. */
export function looksToFire(rule: AlertRule, buckets: 'hour' | 'day'): number {
  return rule.kind === 'anomaly' && rule.window === 'day' && buckets === 'hour' ? looksAtGrowingDay : fewestLooks
}

/** Looks that follow each other faster, such as a repeated job, are one. */
const lookApartMs = 5 * 60_000
const againAfterMs = 24 * 3_600_000

/** How an alert stands after a look, and whether it fired or was resolved by it. */
export function step(
  before: AlertStanding,
  { verdict, at, isNoted, looks }: Look,
): { readonly standing: AlertStanding; readonly event: 'fired' | 'resolved' | null } {
  if (before.state === 'firing') {
    if (verdict !== 'within') return { standing: before, event: null }
    return { standing: { ...before, state: 'resolved', beyond: 0, beyondAt: null }, event: 'resolved' }
  }
  if (verdict === 'unknown') return { standing: before, event: null }
  if (verdict !== 'beyond' || isNoted) return { standing: { ...before, beyond: 0, beyondAt: null }, event: null }
  if (before.beyondAt !== null && at.getTime() - before.beyondAt.getTime() < lookApartMs) {
    return { standing: before, event: null }
  }
  const beyond = Math.min(before.beyond + 1, looks)
  const mayFire = before.firedAt === null || at.getTime() - before.firedAt.getTime() >= againAfterMs
  if (beyond < looks || !mayFire) return { standing: { ...before, beyond, beyondAt: at }, event: null }
  return { standing: { state: 'firing', beyond, beyondAt: at, firedAt: at }, event: 'fired' }
}

/** Whatever fires within this time of a message waits, and is told together with the next. */
const togetherMs = 10 * 60_000

/** Whether what fired may be told now: not shortly after the last message, so that a bad hour is two messages and not ten. */
export function mayTell(lastToldAt: Date | null, now: Date): boolean {
  return lastToldAt === null || now.getTime() - lastToldAt.getTime() >= togetherMs
}
