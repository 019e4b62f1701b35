import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { requireAdmin } from '../callers.ts'
import { AuthError } from '../errors.ts'
import { deleteFactor, listFactors, readFactor } from '../mfa/index.ts'
import type { FactorRow } from '../users/index.ts'
import { factorView, lockUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { parsePhone, readBody } from '../wire/index.ts'
import { readLiveTarget } from './users.ts'

const Body = z.object({ friendly_name: z.string().optional(), phone: z.string().optional() })

/** `GET /admin/users/{id}/factors`. */
export const listUserFactors: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  const user = await readLiveTarget(auth.db.kysely, id)
  return Response.json((await listFactors(auth.db.kysely, user.id)).map(factorView))
}

/** `PUT /admin/users/{id}/factors/{factor_id}`. */
export const updateUserFactor: Endpoint = async (auth, call, { id = '', factor_id: factorId = '' }) => {
  await requireAdmin(auth, call)
  const user = await readLiveTarget(auth.db.kysely, id)
  const factor = await readFactor(auth.db.kysely, user.id, factorId)
  const { friendly_name: name, phone } = await readBody(call.request, Body)
  const change = {
    ...(name ? { friendlyName: name } : {}),
    ...(phone && factor.type === 'phone' ? { phone: parsePhone(phone) } : {}),
  }
  const changed = await auth.db.transaction(async (tx) => {
    if (name) await requireFreeName(tx, factor, name)
    await audit(auth, tx, { action: 'factor_updated', user: user.id, call, traits: { factor: factor.id } })
    return await tx
      .updateTable('authFactors')
      .set({ ...change, updatedAt: auth.clock.now() })
      .where('id', '=', factor.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return Response.json(factorView(changed))
}

/** `DELETE /admin/users/{id}/factors/{factor_id}`. */
export const deleteUserFactor: Endpoint = async (auth, call, { id = '', factor_id: factorId = '' }) => {
  await requireAdmin(auth, call)
  const user = await readLiveTarget(auth.db.kysely, id)
  const factor = await auth.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const found = await readFactor(tx, user.id, factorId)
    await deleteFactor(tx, found)
    await audit(auth, tx, { action: 'factor_unenrolled', user: user.id, call, traits: { factor: found.id } })
    return found
  })
  return Response.json(factorView(factor))
}

async function requireFreeName(db: Db, factor: FactorRow, name: string): Promise<void> {
  const others = await listFactors(db, factor.userId)
  if (!others.some(({ id, friendlyName }) => id !== factor.id && friendlyName === name)) return
  throw new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )
}
