import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { findByHash, spendToken } from '../one-time-token.ts'
import { assertNotBanned } from '../sessions/index.ts'
import { lockUser } from '../users/index.ts'
import { type Admission, addIdentity, type Visit } from './admit.ts'
import { confirmProven } from './confirm.ts'
import { lockVisitor } from './decide.ts'

/** The account that an invitation's link is for. */
export async function findInvited(auth: Auth, db: Db, token: string): Promise<string | undefined> {
  const row = await findByHash(auth, db, token)
  return row?.kind === 'confirmation' ? row.userId : undefined
}

/**
 * Lets an invited person in by a provider. The link proves the mailbox, so the provider only has to know the address. Runs
 * in the caller's transaction. Throws `404 invite_not_found`.
 */
export async function acceptInvite(auth: Auth, tx: Db, visit: Visit & { readonly token: string }): Promise<Admission> {
  await lockVisitor(tx, visit.visitor)
  const row = await findByHash(auth, tx, visit.token)
  const user = row?.kind === 'confirmation' ? await lockUser(tx, row.userId) : undefined
  if (!row || !user || !(await spendToken(tx, row))) {
    throw new AuthError(404, 'invite_not_found', 'Invite not found')
  }
  assertNotBanned(user, auth.clock.now())
  if (!visit.visitor.emails.some(({ email }) => email === user.email)) {
    throw invalid('Invited email does not match emails from external provider')
  }
  const identity = await addIdentity(auth, tx, { ...visit, user })
  return { kind: 'admitted', user: await confirmProven(auth, tx, { user, identity, call: visit.call }) }
}
