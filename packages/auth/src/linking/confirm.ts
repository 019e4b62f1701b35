import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { clearTokens } from '../one-time-token.ts'
import { deleteSessions } from '../sessions/index.ts'
import { confirmEmail } from '../sign-up/index.ts'
import type { IdentityRow, UserRow } from '../users/index.ts'
import { syncProviders, updateUser } from '../users/index.ts'
import type { Call } from '../wire/index.ts'

/** An unconfirmed account, and the way in that proves whose it is. */
export interface Proof {
  readonly user: UserRow
  readonly identity: IdentityRow
  readonly call: Call
}

/**
 * Confirms an account whose address a provider has proven. Whoever registered it before may have been somebody else, so the
 * password, all other ways in, second factors, devices and pending codes end first.
 */
export async function confirmProven(auth: Auth, tx: Db, { user, identity, call }: Proof): Promise<UserRow> {
  const now = auth.clock.now()
  await tx.deleteFrom('authIdentities').where('userId', '=', user.id).where('id', '!=', identity.id).execute()
  await tx.deleteFrom('authFactors').where('userId', '=', user.id).execute()
  await deleteSessions(tx, user.id, { kind: 'all' })
  await clearTokens(tx, user.id)
  const cleaned = await updateUser(tx, user.id, {
    passwordHash: null,
    userMetadata: identity.data,
    phone: null,
    phoneConfirmedAt: null,
    newEmail: null,
    newPhone: null,
    emailChangeConfirmed: null,
    now,
  })
  await audit(auth, tx, { action: 'user_signedup', user: user.id, call, traits: { provider: identity.provider } })
  await syncProviders(tx, user.id, now)
  return await confirmEmail(auth, tx, cleaned)
}
