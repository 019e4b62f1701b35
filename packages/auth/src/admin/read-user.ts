import { requireAdmin } from '../callers.ts'
import { showUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { readTarget } from './target.ts'

/** `GET /admin/users/{id}`. */
export const readUser: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  return Response.json(await showUser(auth.db.kysely, await readTarget(auth.db.kysely, id)))
}
