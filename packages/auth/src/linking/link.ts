import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { clearTokens } from '../one-time-token.ts'
import { assertNotBanned } from '../sessions/index.ts'
import { confirmEmail, refusingTaken, takenError } from '../sign-up/index.ts'
import type { UserRow } from '../users/index.ts'
import { lockUser, syncProviders, updateUser } from '../users/index.ts'
import { type Admission, addIdentity, type Visit } from './admit.ts'
import { isTaken, lockVisitor } from './decide.ts'
import { mainEmail } from './profile.ts'

/**
 * Adds the visitor's identity to the account of whoever asked for it. Runs in the caller's transaction. Throws
 * `422 identity_already_exists`, and `422 email_exists` when an account without address would get a taken one.
 */
export async function linkVisitor(auth: Auth, tx: Db, visit: Visit & { readonly userId: string }): Promise<Admission> {
  await lockVisitor(tx, visit.visitor)
  const user = await lockUser(tx, visit.userId)
  if (!user) throw new AuthError(404, 'user_not_found', 'Linking target user not found')
  assertNotBanned(user, auth.clock.now())
  await addIdentity(auth, tx, { ...visit, user })
  await syncProviders(tx, user.id, auth.clock.now())
  return await giveEmail(auth, tx, { ...visit, user })
}

/** An account that has no address gets the visitor's; an anonymous one stops being that once it is verified. */
async function giveEmail(
  auth: Auth,
  tx: Db,
  { visitor, user }: Visit & { readonly user: UserRow },
): Promise<Admission> {
  const email = mainEmail(visitor.emails)
  if (user.email !== null || email === undefined) return { kind: 'admitted', user }
  if (await isTaken(tx, email.email, user.id)) throw takenError('email')
  const withEmail = await refusingTaken('email', () =>
    updateUser(tx, user.id, { email: email.email, now: auth.clock.now() }),
  )
  if (!email.verified) return { kind: 'unproven', user: withEmail }
  await clearTokens(tx, user.id)
  return { kind: 'admitted', user: await confirmEmail(auth, tx, withEmail) }
}
