import { z } from 'zod'

const Claims = z.object({
  aal: z.enum(['aal1', 'aal2']).catch('aal1'),
  session_id: z.string().optional().catch(undefined),
})

/** What a session is, as its access token says. */
export interface SessionClaims {
  readonly level: 'aal1' | 'aal2'
  readonly session: string | undefined
}

/** Reads a token that the auth service has just accepted; nothing is verified here. */
export function readClaims(token: string): SessionClaims {
  const { aal, session_id: session } = Claims.parse(decode(token))
  return { level: aal, session }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  } catch {
    return {}
  }
}
