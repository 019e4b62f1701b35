import type { Stream } from '@tillsight/platforms/connectors'
import type { Problem } from '../connections/index.ts'
import type { StreamState } from './stream-states.ts'

const minuteMs = 60_000
const compareEveryMs = 24 * 60 * minuteMs

/** Whether a failed stream may be retried automatically. */
export function mayRetry(problem: Problem | null, now: Date): boolean {
  return problem === null || (problem.retryAt !== null && Date.parse(problem.retryAt) <= now.getTime())
}

/** Whether the stream's history has yet to be read. */
export function isBackfillDue({ lastSuccessAt, problem }: StreamState, now: Date): boolean {
  return lastSuccessAt === null && mayRetry(problem, now)
}

/** Whether the stream should be compared with the platform: once a day, and after a failure once it may have ended. */
export function isCompareDue({ began, comparedAt, compareProblem, problem }: StreamState, now: Date): boolean {
  if (!mayRetry(problem, now) || !mayRetry(compareProblem, now)) return false
  return now.getTime() - Date.parse(comparedAt ?? began) >= compareEveryMs
}

/**
 * Whether changes of the stream should be read. The first increment is due one interval after the back-fill began, even while
 * that continues; with working webhooks, intervals are longer.
 */
export function isIncrementDue(
  { everyMinutes }: Pick<Stream, 'everyMinutes'>,
  { began, lastSuccessAt, problem }: StreamState,
  { now, webhooksWork }: { now: Date; webhooksWork: boolean },
): boolean {
  if (!mayRetry(problem, now)) return false
  if (problem !== null) return true
  const last = lastSuccessAt?.getTime() ?? Date.parse(began)
  const minutes = webhooksWork ? everyMinutes.withWebhooks : everyMinutes.without
  return now.getTime() - last >= minutes * minuteMs
}

/** What a comparison covers before its nightly window. */
export interface LookBack {
  readonly all: boolean
  isDue(month: string): boolean
}

const dayMs = 86_400_000
const weekDays = 7
/** Day number of 4 January 1970, a Sunday. */
const firstSunday = 3
const turnDays = 14

/**
 * The time before the nightly window: all of it by counting once a week, and every month order by order once in two weeks, a
 * few months each night. A skipped night is made up for by the next comparison.
 */
export function lookBackOf({ last, now, asked }: { last: Date; now: Date; asked: boolean }): LookBack {
  const [before, today] = [dayOf(last), dayOf(now)]
  const isPast = (first: number, every: number) =>
    Math.floor((today - first) / every) > Math.floor((before - first) / every)
  return {
    all: asked || isPast(firstSunday, weekDays),
    isDue(month) {
      const [year = 0, number = 0] = month.split('-').map(Number)
      return isPast(year * 12 + number, turnDays)
    },
  }
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / dayMs)
}
