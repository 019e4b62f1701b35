import { isAdmin } from './callers.ts'
import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import type { IpBucket } from './limits/index.ts'
import type { Call } from './wire/index.ts'

/** Throws `429` when the caller's address has made too many calls of this kind. */
export function takeIpTurn(auth: Auth, call: Call, bucket: IpBucket): void {
  if (!auth.limits.ip.take(bucket, call.ip)) throw tooManyRequests()
}

/** `429 over_request_rate_limit`. */
export function tooManyRequests(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** The part of a body that a captcha's answer comes in. */
export interface Secured {
  readonly gotrue_meta_security?: { readonly captcha_token?: string | undefined } | undefined
}

/** Lets people and admins through where a captcha is set up. Throws `400 captcha_failed`. */
export async function requirePerson(auth: Auth, call: Call, body: Secured): Promise<void> {
  if (!auth.captcha || (await isAdmin(auth, call))) return
  await auth.captcha.verify(body.gotrue_meta_security?.captcha_token, call.ip)
}
