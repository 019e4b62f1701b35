import { type Caller, requireUser } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Call } from '../wire/index.ts'

/** The signed-in caller; anonymous users have nothing that a second factor could protect. */
export async function requireMfaUser(auth: Auth, call: Call): Promise<Caller> {
  const caller = await requireUser(auth, call)
  if (!caller.user.isAnonymous) return caller
  throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}
