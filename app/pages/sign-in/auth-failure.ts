import type { PasswordReason } from '../../blocks/credentials/password-rules.ts'

/** What a sign-in form shows after a refusal. */
export interface AuthFailure {
  /** The auth service's own code; empty when the form was rejected before calling it. */
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** Seconds until a retry may succeed; null when waiting does not help. */
  readonly retryInSeconds: number | null
  /** Reasons for a rejected password. */
  readonly reasons: readonly PasswordReason[]
}
