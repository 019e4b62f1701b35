import { z } from 'zod'
import { audit } from '../audit.ts'
import { AuthError, invalid } from '../errors.ts'
import { exchangeCode, methodOf } from '../flows.ts'
import { takeIpTurn } from '../guards.ts'
import { readProviderTokens } from '../providers/index.ts'
import { signIn, tokenResponse } from '../sessions/index.ts'
import { readSessionTraits } from '../sso/index.ts'
import { lockUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { isUuid, readBody } from '../wire/index.ts'

const Body = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') })

/** `POST /token?grant_type=pkce`: the code goes with the exchange, so that it works once. */
export const pkceGrant: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'token')
  const { auth_code: code, code_verifier: verifier } = await readBody(call.request, Body)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  if (!isUuid(code)) throw notFound()
  const body = await auth.db.transaction(async (tx) => {
    const flow = await exchangeCode(auth, tx, { code, verifier })
    const user = await lockUser(tx, flow.userId)
    if (!user) throw notFound()
    await audit(auth, tx, { action: 'login', user: user.id, call, traits: { provider: flow.provider ?? 'email' } })
    const tokens = await signIn(auth, tx, { user, method: methodOf(flow), ...readSessionTraits(auth, flow), call })
    return { ...tokens, ...readProviderTokens(auth, flow) }
  })
  return tokenResponse(body)
}

function notFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}
