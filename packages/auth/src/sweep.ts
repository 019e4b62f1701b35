import type { Auth } from './context.ts'

const dayMs = 86_400_000
const anonymousLifeMs = 30 * dayMs
const auditLifeMs = 365 * dayMs

/** Removes what nobody can use any more, and turns the signing keys. */
export async function sweep(auth: Auth): Promise<void> {
  const { clock, settings, limits, keys } = auth
  const db = auth.db.kysely
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await limits.sweep()
  await keys.rotate()
  const codeLifeMs = Math.max(settings.email.codeExpiresIn, settings.sms.codeExpiresIn) * 1000
  await db.deleteFrom('authOneTimeTokens').where('createdAt', '<', before(codeLifeMs)).execute()
  await db
    .deleteFrom('authFlows')
    // A flow of a mail waits as long as its link, and then the time of a flow.
    .where('createdAt', '<', before(codeLifeMs + settings.flowExpiresIn * 1000))
    .execute()
  await db
    .deleteFrom('authSamlRelayStates')
    .where('createdAt', '<', before(settings.saml.relayStateExpiresIn * 1000))
    .execute()
  await db.deleteFrom('authSamlAssertions').where('expiresAt', '<', now).execute()
  await db.deleteFrom('authChallenges').where('createdAt', '<', before(dayMs)).execute()
  await db.deleteFrom('authFactors').where('status', '=', 'unverified').where('createdAt', '<', before(dayMs)).execute()
  await db.deleteFrom('authSessions').where('notAfter', '<', before(dayMs)).execute()
  await db
    .deleteFrom('authUsers')
    .where('isAnonymous', '=', true)
    .where('createdAt', '<', before(anonymousLifeMs))
    .execute()
  await db.deleteFrom('authAudit').where('at', '<', before(auditLifeMs)).execute()
}
