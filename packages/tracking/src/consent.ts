import type { z } from 'zod'
import type { ConsentState } from './collected-event.ts'
import type { Consent } from './message.ts'

/** What a decision allows (attribution.md §4). */
export interface Allowed {
  readonly consent: ConsentState
  /** Whether a visitor may be recognised at all. */
  readonly mayRecognise: boolean
  readonly mayKeepClicks: boolean
  readonly maySendUserData: boolean
  readonly mayPersonalise: boolean
}

/** What is not granted is not done: `unknown` is as good as `denied`. */
export function readConsent(signals: z.infer<typeof Consent>): Allowed {
  const isWithdrawn = signals.withdrawn === true
  const mayRecognise = !isWithdrawn && signals.analytics_storage === 'granted'
  return {
    consent: isWithdrawn ? 'withdrawn' : signals.analytics_storage,
    mayRecognise,
    mayKeepClicks: mayRecognise && signals.ad_storage === 'granted',
    maySendUserData: mayRecognise && signals.ad_user_data === 'granted',
    mayPersonalise: mayRecognise && signals.ad_personalization === 'granted',
  }
}
