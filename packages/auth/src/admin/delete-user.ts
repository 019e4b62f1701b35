import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { requireAdmin } from '../callers.ts'
import type { Auth } from '../context.ts'
import { clearTokens } from '../one-time-token.ts'
import { deleteSessions } from '../sessions/index.ts'
import type { UserRow } from '../users/index.ts'
import { listIdentities, updateUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { readBody } from '../wire/index.ts'
import { readTarget } from './users.ts'

const Body = z.object({ should_soft_delete: z.boolean().optional() })

/** `DELETE /admin/users/{id}`. */
export const deleteUser: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  const user = await readTarget(auth.db.kysely, id)
  const { should_soft_delete: isSoft = false } = await readBody(call.request, Body)
  await auth.db.transaction(async (tx) => {
    await audit(auth, tx, { action: 'user_deleted', user: user.id, call, traits: { by: 'admin', soft: isSoft } })
    if (!isSoft) await tx.deleteFrom('authUsers').where('id', '=', user.id).execute()
    else if (user.deletedAt === null) await obscure(auth, tx, user)
  })
  return Response.json({})
}

/** Keeps the row for those who refer to it; nothing in it tells who it was, and nobody can sign in with it. */
async function obscure(auth: Auth, tx: Db, user: UserRow): Promise<void> {
  const now = auth.clock.now()
  const hide = (text: string | null) => (text === null ? null : auth.hasher('deleted user', `${user.id} ${text}`))
  await updateUser(tx, user.id, {
    email: hide(user.email),
    phone: hide(user.phone),
    newEmail: null,
    newPhone: null,
    passwordHash: null,
    appMetadata: {},
    userMetadata: {},
    deletedAt: now,
    now,
  })
  for (const { id, provider, subject } of await listIdentities(tx, user.id)) {
    await tx
      .updateTable('authIdentities')
      .set({ subject: hide(`${provider} ${subject}`) ?? '', data: '{}', email: null, updatedAt: now })
      .where('id', '=', id)
      .execute()
  }
  await tx.deleteFrom('authFactors').where('userId', '=', user.id).execute()
  await tx.deleteFrom('authFlows').where('userId', '=', user.id).execute()
  await clearTokens(tx, user.id)
  await deleteSessions(tx, user.id, { kind: 'all' })
}
