import type { AuthError } from '@supabase/supabase-js'
import type { PasswordReason } from './password-rules.ts'

/** Why the auth service finds a password weak, as far as it says so. */
export function passwordReasons(error: AuthError): PasswordReason[] {
  const named: unknown = 'reasons' in error ? error.reasons : []
  if (!Array.isArray(named)) return []
  return (['length', 'characters', 'pwned'] as const).filter((reason) => named.includes(reason))
}
