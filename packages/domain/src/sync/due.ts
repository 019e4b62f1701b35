import type { Stream } from '@tillsight/platforms/connectors'
import type { Problem } from '../connections/index.ts'
import type { StreamState } from './stream-states.ts'

const minuteMs = 60_000
const compareEveryMs = 24 * 60 * minuteMs

/** Whether a stream that failed may be tried again by itself. */
export function mayRetry(problem: Problem | null, now: Date): boolean {
  return problem === null || (problem.retryAt !== null && Date.parse(problem.retryAt) <= now.getTime())
}

/** Whether the history of the stream is still to be read. */
export function isBackfillDue({ lastSuccessAt, problem }: StreamState, now: Date): boolean {
  return lastSuccessAt === null && mayRetry(problem, now)
}

/** Whether the stream should be compared with the platform: once a day, and after a failure when that may pass. */
export function isCompareDue({ began, comparedAt, compareProblem, problem }: StreamState, now: Date): boolean {
  if (!mayRetry(problem, now) || !mayRetry(compareProblem, now)) return false
  return now.getTime() - Date.parse(comparedAt ?? began) >= compareEveryMs
}

/**
 * Whether the stream should be asked for changes. The first increment is due one interval after the back-fill began, even
 * while that goes on; with webhooks that work, intervals are longer.
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

/** What a comparison looks at of the time before its nightly window. */
export interface LookBack {
  readonly all: boolean
  isDue(month: string): boolean
}

const dayMs = 86_400_000
const weekDays = 7
/** 4 January 1970 was a Sunday. */
const firstSunday = 3
const turnDays = 14

/**
 * What is older than the nightly window: everything by counting once a week, and every month order by order once in two weeks,
 * a few each night. Nights without a comparison are made up for by the next one.
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
