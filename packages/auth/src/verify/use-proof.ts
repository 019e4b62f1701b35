import type { Db } from '@tillsight/database'
import { isSecureChange } from '../account/index.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import type { AuthError } from '../errors.ts'
import { clearTokens, spendToken } from '../one-time-token.ts'
import { assertNotBanned } from '../sessions/index.ts'
import { adoptEmail, adoptPhone, confirmEmail, confirmPhone } from '../sign-up/index.ts'
import type { UserRow } from '../users/index.ts'
import { lockUser, syncProviders, updateUser } from '../users/index.ts'
import type { Call } from '../wire/index.ts'
import type { Proof } from './find-token.ts'

/** The first of two confirmations came in; there is nobody to sign in yet. */
export const firstConfirmation = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** One use of a proof. `expired` is thrown when it has been used up in the meantime. */
export interface ProofUse {
  readonly call: Call
  readonly proof: Proof
  readonly expired: () => AuthError
}

/**
 * Spends the proof and does what it stands for. Answers whom to sign in, or `first` while the other address has not confirmed.
 * Throws `user_banned`, and `422` for an address that somebody else has got by now. Runs in the caller's transaction.
 */
export async function useProof(auth: Auth, tx: Db, { call, proof, expired }: ProofUse): Promise<UserRow | 'first'> {
  const user = await lockUser(tx, proof.user)
  // The address may have been changed since the proof was found; a code for the old one proves nothing then.
  if (!user || addressOf(user, proof) !== proof.address) throw expired()
  if (proof.token && !(await spendToken(tx, proof.token))) throw expired()
  assertNotBanned(user, auth.clock.now())
  const isFirst = isEmailChange(proof) && isOtherMissing(auth, user, proof)
  if (isFirst) {
    await updateUser(tx, user.id, { emailChangeConfirmed: sideOf(proof), now: auth.clock.now() })
    return 'first'
  }
  const isNew = user.emailConfirmedAt === null && user.phoneConfirmedAt === null
  const changed = await apply(auth, tx, { user, proof })
  await clearTokens(tx, user.id)
  await syncProviders(tx, user.id, auth.clock.now())
  const isChange = isEmailChange(proof) || proof.kind === 'phone_change'
  const action = isChange ? 'user_modified' : isNew ? 'user_signedup' : 'login'
  await audit(auth, tx, { action, user: user.id, call })
  return changed
}

function addressOf(user: UserRow, { kind, address }: Proof): string | null {
  switch (kind) {
    case 'confirmation':
      return address.includes('@') ? user.email : user.phone
    case 'recovery':
      return user.email
    case 'email_change_new':
      return user.newEmail
    case 'email_change_current':
      return user.newEmail === null ? null : user.email
    case 'phone_change':
      return user.newPhone
    case 'reauthentication':
      return null
  }
}

async function apply(auth: Auth, tx: Db, { user, proof }: { user: UserRow; proof: Proof }): Promise<UserRow> {
  const { kind, address } = proof
  if (isEmailChange(proof)) return await adoptEmail(auth, tx, { user, email: user.newEmail ?? address })
  if (kind === 'phone_change') return await adoptPhone(auth, tx, { user, phone: address })
  if (!address.includes('@')) return await confirmPhone(auth, tx, user)
  return user.emailConfirmedAt === null ? await confirmEmail(auth, tx, user) : user
}

function isEmailChange({ kind }: Proof): boolean {
  return kind === 'email_change_new' || kind === 'email_change_current'
}

function sideOf({ kind }: Proof): 'new' | 'current' {
  return kind === 'email_change_new' ? 'new' : 'current'
}

/** The new address has to confirm in any case, the old one for a secure change. */
function isOtherMissing(auth: Auth, user: UserRow, proof: Proof): boolean {
  const confirmed = new Set([user.emailChangeConfirmed, sideOf(proof)])
  return !confirmed.has('new') || (isSecureChange(auth, user) && !confirmed.has('current'))
}
