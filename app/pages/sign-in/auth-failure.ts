import type { PasswordReason } from '../../blocks/credentials/password-rules.ts'

/** What a sign-in form shows after a refusal. */
export interface AuthFailure {
  /** The auth service's own code; empty when the form was refused before it was asked. */
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** When to try again; null when waiting changes nothing. */
  readonly retryInSeconds: number | null
  /** What is wrong with a new password. */
  readonly reasons: readonly PasswordReason[]
}

/** A refused form with the status of its page. */
export interface AuthRefusal {
  readonly body: AuthFailure
  readonly status: number
}

/** Refuses a form before anybody was asked; with a field, the message stands there. */
export function refusal(message: string, field?: string): AuthRefusal {
  const fields = field === undefined ? {} : { [field]: message }
  return { body: { code: '', message, fields, retryInSeconds: null, reasons: [] }, status: 400 }
}
