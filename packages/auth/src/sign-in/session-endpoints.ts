import { z } from 'zod'
import { audit } from '../audit.ts'
import { namedAudience, requireUser } from '../callers.ts'
import { AuthError, invalid } from '../errors.ts'
import { takeIpTurn } from '../guards.ts'
import { deleteSessions, isRefreshing, refresh, type SessionScope, tokenResponse } from '../sessions/index.ts'
import { showUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { readBody } from '../wire/index.ts'

/** `POST /token?grant_type=refresh_token`. */
export const refreshGrant: Endpoint = async (auth, call) => {
  const { refresh_token: token = '' } = await readBody(call.request, z.object({ refresh_token: z.string().optional() }))
  // All tabs of a browser wake at the same moment: that is one attempt.
  if (!isRefreshing(auth, token)) takeIpTurn(auth, call, 'token')
  return tokenResponse(await refresh(auth, call, token))
}

/** `POST /logout?scope=`. */
export const logout: Endpoint = async (auth, call) => {
  const { user, session } = await requireUser(auth, call)
  const name = call.query.get('scope') || 'global'
  const scope = scopeOf(name, session?.id)
  if (!scope) throw invalid(`Unsupported logout scope "${name}"`)
  await auth.db.transaction(async (tx) => {
    await deleteSessions(tx, user.id, scope)
    await audit(auth, tx, { action: 'logout', user: user.id, call, traits: { scope: name } })
  })
  return new Response(null, { status: 204 })
}

/** `GET /user`. */
export const getUser: Endpoint = async (auth, call) => {
  const { user, claims } = await requireUser(auth, call)
  const audience = namedAudience(call) ?? claims.aud ?? auth.settings.jwt.audience
  if (user.aud !== audience) throw invalid("Token audience doesn't match request audience")
  return Response.json(await showUser(auth.db.kysely, user))
}

function scopeOf(name: string, session: string | undefined): SessionScope | undefined {
  if (name === 'global') return { kind: 'all' }
  if (name === 'others') return { kind: 'except', session }
  if (name !== 'local') return undefined
  if (session === undefined) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { kind: 'only', session }
}
