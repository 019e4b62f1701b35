import type { ConnectorFailure } from '@tillsight/platforms/connectors'

const minuteMs = 60_000
const longestPauseMs = 6 * 60 * minuteMs
/** From the first attempt on. */
const giveUpAfterMs = 72 * 60 * minuteMs

/** Whether, and when, an order is sent again that could not be sent `attempts` times. */
export function nextAttempt(
  { attempts, firstTriedAt }: { readonly attempts: number; readonly firstTriedAt: Date },
  failure: Pick<ConnectorFailure, 'retryAfterMs'>,
  now: Date,
): Date | 'give_up' {
  const step = Math.min(longestPauseMs, minuteMs * 2 ** Math.max(0, Math.min(attempts - 1, 20)))
  const at = now.getTime() + Math.max(step, failure.retryAfterMs ?? 0)
  const end = firstTriedAt.getTime() + giveUpAfterMs
  if (now.getTime() >= end) return 'give_up'
  // The last attempt is made when the time is up, not a pause later.
  return new Date(Math.min(at, Math.max(end, now.getTime() + minuteMs)))
}
