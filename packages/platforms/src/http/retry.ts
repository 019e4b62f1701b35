import type { HttpRequest, HttpResponse, Verdict } from '../http.ts'
import { wasNeverSent } from './transport-failures.ts'

const steps = [1_000, 4_000, 15_000, 60_000, 300_000] as const
const jitter = 0.2
const throttledMs = 60_000
/**
 * The longest wait within a request, by default: longer pauses are planned by the caller, who gets the response and may retry
 * later.
 */
export const usualLongestPauseMs = 360_000

const transientStatuses = new Set([
  408, 425, 500, 502, 503, 504, 507, 508, 509, 520, 521, 522, 523, 524, 525, 527, 529, 530,
])

/** The default verdict for a status. */
export function judgeStatus(response: HttpResponse): Verdict {
  if (response.status === 429) return 'throttled'
  if (response.status === 503 && response.headers['retry-after'] !== undefined) return 'throttled'
  return transientStatuses.has(response.status) ? 'transient' : 'final'
}

/** The pause before attempt `attempt` + 1 of a passing fault, with ±20 % of jitter; undefined = give up. */
export function transientPauseMs(attempt: number, random: number): number | undefined {
  const step = steps[attempt]
  return step === undefined ? undefined : Math.round(step * (1 - jitter + 2 * jitter * random))
}

/** The pause a platform asked for, or 60 s. */
export function throttledPauseMs(response: HttpResponse, now: Date): number {
  return retryAfterMs(response, now) ?? throttledMs
}

/** `Retry-After` in milliseconds; a date counts from the platform's own clock. */
export function retryAfterMs(response: HttpResponse, now: Date): number | undefined {
  const text = response.headers['retry-after']?.trim()
  if (text === undefined || text === '') return undefined
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000)
  const at = Date.parse(text)
  if (Number.isNaN(at)) return undefined
  const platformNow = Date.parse(response.headers.date ?? '')
  return Math.max(0, at - (Number.isNaN(platformNow) ? now.getTime() : platformNow))
}

/** Whether sending again is safe: a write that may have arrived is not repeated, except where repeating changes nothing. */
export function isRepeatable(request: HttpRequest, code: string | undefined): boolean {
  if (request.method !== 'POST' || request.repeatable === true) return true
  return code !== undefined && wasNeverSent(code)
}

/** The number of retry steps. */
export const retrySteps = steps.length
