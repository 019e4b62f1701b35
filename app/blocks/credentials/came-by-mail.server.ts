import type { SupabaseClient } from '@supabase/supabase-js'

/** Tells how the session was signed in. */
export type LevelReader = Pick<SupabaseClient['auth']['mfa'], 'getAuthenticatorAssuranceLevel'>

const byMail = new Set(['otp', 'magiclink', 'recovery'])

/** Whether the session began with a code or link, which is what somebody who has forgotten the password does. */
export async function cameByMail(mfa: LevelReader): Promise<boolean> {
  const { data } = await mfa.getAuthenticatorAssuranceLevel()
  const methods = data?.currentAuthenticationMethods ?? []
  return methods.some((entry) => byMail.has(typeof entry === 'string' ? entry : entry.method))
}
