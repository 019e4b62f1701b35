import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { renderNotice } from '../delivery/index.ts'
import { AuthError } from '../errors.ts'
import { type FactorRow, lockUser, type UserRow } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { requireMfaUser } from './caller.ts'
import { deleteFactor, readFactor } from './store.ts'

/** Tells the account's owner by mail; somebody else may have done it. */
export async function tellOwner(
  auth: Auth,
  user: UserRow,
  change: { readonly kind: 'factor_enrolled' | 'factor_unenrolled'; readonly factor: FactorRow },
): Promise<void> {
  if (user.email === null || user.emailConfirmedAt === null) return
  const factor = change.factor.type === 'phone' ? 'phone' : 'authenticator app'
  await auth.sendMail(
    renderNotice(change.kind, { to: user.email, siteUrl: auth.siteUrl(), at: auth.clock.now(), factor }),
  )
}

/** `DELETE /factors/{id}`. */
export const unenroll: Endpoint = async (auth, call, { id = '' }) => {
  const { user, session } = await requireMfaUser(auth, call)
  await auth.db.transaction(async (tx) => {
    // Held before it is read: it may be on its way to being verified.
    await lockUser(tx, user.id)
    const factor = await readFactor(tx, user.id, id)
    if (factor.status === 'verified' && session?.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await deleteFactor(tx, factor)
    if (factor.status === 'verified') await tellOwner(auth, user, { kind: 'factor_unenrolled', factor })
    await audit(auth, tx, { action: 'factor_unenrolled', user: user.id, call, traits: { factor: factor.id } })
  })
  return Response.json({ id: id.toLowerCase() })
}
