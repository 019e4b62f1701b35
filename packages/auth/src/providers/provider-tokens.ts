import { z } from 'zod'
import type { Auth } from '../context.ts'
import { flowContext } from '../flows.ts'
import type { FlowRow } from '../users/index.ts'

const ProviderTokens = z.object({
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
})

/** What a provider issued for its own interfaces; as it stands in a token response. */
export type ProviderTokens = z.infer<typeof ProviderTokens>

/** The form in which a flow keeps them, before sealing. */
export function writeProviderTokens(tokens: ProviderTokens): string {
  return JSON.stringify(tokens)
}

/** The tokens that came with the flow; empty for a flow that no provider was part of. */
export function readProviderTokens(auth: Pick<Auth, 'box'>, flow: FlowRow): ProviderTokens {
  if (flow.providerTokens === null) return {}
  return ProviderTokens.parse(JSON.parse(auth.box.open(flow.providerTokens, flowContext(flow.id))))
}
