import { audit } from '../audit.ts'
import type { Endpoint } from '../wire/call.ts'
import { AuthError } from '../wire/errors.ts'
import { requireMfaUser } from './caller.ts'
import { tellOwner } from './notice.ts'
import { deleteFactor, readFactor } from './store.ts'

/** `DELETE /factors/{id}`. */
export const unenroll: Endpoint = async (auth, call, { id = '' }) => {
  const { user, session } = await requireMfaUser(auth, call)
  const factor = await readFactor(auth.db.kysely, user.id, id)
  if (factor.status === 'verified' && session?.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  }
  await auth.db.transaction(async (tx) => {
    await deleteFactor(tx, factor)
    if (factor.status === 'verified') await tellOwner(auth, user, { kind: 'factor_unenrolled', factor })
    await audit(auth, tx, { action: 'factor_unenrolled', user: user.id, call, traits: { factor: factor.id } })
  })
  return Response.json({ id: factor.id })
}
