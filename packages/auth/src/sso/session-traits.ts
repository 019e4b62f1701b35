import { z } from 'zod'
import type { Auth } from '../context.ts'
import { flowContext } from '../flows.ts'
import type { NewSession } from '../sessions/index.ts'
import type { FlowRow } from '../users/index.ts'

const Stored = z.object({ session_not_after: z.iso.datetime().optional() })

/** What a company's sign-in wants of the session that follows. */
export type SessionTraits = Pick<NewSession, 'provider' | 'notAfter'>

/** The form in which a flow keeps the session's end, until its code is exchanged. */
export function writeSessionEnd(notAfter: Date | undefined): string {
  return JSON.stringify({ session_not_after: notAfter?.toISOString() })
}

/** The traits that a finished flow asks for; none for a flow without SSO. */
export function readSessionTraits(auth: Pick<Auth, 'box'>, flow: FlowRow): SessionTraits {
  if (flow.authenticationMethod !== 'sso/saml' || flow.provider === null || flow.providerTokens === null) return {}
  const stored = Stored.parse(JSON.parse(auth.box.open(flow.providerTokens, flowContext(flow.id))))
  return {
    provider: flow.provider,
    ...(stored.session_not_after === undefined ? {} : { notAfter: new Date(stored.session_not_after) }),
  }
}
