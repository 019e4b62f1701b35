import type { Auth } from '../context.ts'
import { flowContext, isFlowExpired, lockFlow } from '../flows/store.ts'
import type { FlowRow } from '../users/rows.ts'
import { AuthError } from '../wire/errors.ts'
import { isUuid } from '../wire/fields.ts'
import { Upstream } from './visit.ts'

/** A flow whose one return has begun. */
export interface ClaimedFlow {
  readonly flow: FlowRow
  readonly provider: string
  readonly upstream: Upstream
}

/** Takes the secrets out of the flow, which makes its state good for this one return. Throws the errors of a bad state. */
export async function claimFlow(auth: Auth, state: string | null): Promise<ClaimedFlow> {
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  if (!isUuid(state)) throw badState('OAuth state parameter is invalid')
  return await auth.db.transaction(async (tx) => {
    const flow = await lockFlow(tx, state)
    if (!flow || flow.provider === null || flow.authenticationMethod !== 'oauth') {
      throw badState('OAuth state not found or expired')
    }
    if (isFlowExpired(auth, flow)) throw badState('OAuth state has expired')
    if (flow.upstream === null || flow.userId !== null) {
      throw new AuthError(422, 'flow_state_already_used', 'State has already been used')
    }
    await tx.updateTable('authFlows').set({ upstream: null }).where('id', '=', flow.id).execute()
    const upstream = Upstream.parse(JSON.parse(auth.box.open(flow.upstream, flowContext(flow.id))))
    return { flow, provider: flow.provider, upstream }
  })
}

function badState(text: string): AuthError {
  return new AuthError(400, 'bad_oauth_state', text)
}
