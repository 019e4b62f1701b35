import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { formText } from '../../request.server.ts'
import type { PasswordReason } from './password-rules.ts'

/** Reads how the session was authenticated. */
export type LevelReader = Pick<SupabaseClient['auth']['mfa'], 'getAuthenticatorAssuranceLevel'>

const byMail = new Set(['otp', 'magiclink', 'recovery'])

/** Whether the session began with an emailed code or link, as it does when the password is forgotten. */
export async function cameByMail(mfa: LevelReader): Promise<boolean> {
  const { data } = await mfa.getAuthenticatorAssuranceLevel()
  const methods = data?.currentAuthenticationMethods ?? []
  return methods.some((entry) => byMail.has(typeof entry === 'string' ? entry : entry.method))
}

/** Why the auth service finds a password weak, as far as it says so. */
export function passwordReasons(error: AuthError): PasswordReason[] {
  const named: unknown = 'reasons' in error ? error.reasons : []
  if (!Array.isArray(named)) return []
  return (['length', 'characters', 'pwned'] as const).filter((reason) => named.includes(reason))
}

/** The code of a form as the service wants it: people type and paste it with spaces or dashes. */
export function typedCode(form: FormData): string {
  return formText(form, 'code').replaceAll(/[\s-]/g, '')
}
