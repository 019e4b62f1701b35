import { audit } from '../audit.ts'
import { AuthError } from '../errors.ts'
import { lockUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { requireMfaUser } from './caller.ts'
import { tellOwner } from './notice.ts'
import { deleteFactor, readFactor } from './store.ts'

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
