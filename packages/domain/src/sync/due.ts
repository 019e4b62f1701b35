import type { Stream } from '@tillsight/connectors'
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
