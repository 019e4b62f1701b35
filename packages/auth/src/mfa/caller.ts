import { type Caller, requireUser } from '../callers.ts'
import type { Auth } from '../context.ts'
import type { Call } from '../wire/call.ts'
import { AuthError } from '../wire/errors.ts'

/** The signed-in caller; anonymous users have nothing that a second factor could protect. */
export async function requireMfaUser(auth: Auth, call: Call): Promise<Caller> {
  const caller = await requireUser(auth, call)
  if (!caller.user.isAnonymous) return caller
  throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}

/** Throws `429 over_request_rate_limit`. */
export function takeIp(auth: Auth, call: Call, bucket: 'factor_challenge' | 'factor_verify'): void {
  if (auth.limits.ip.take(bucket, call.ip)) return
  throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}
