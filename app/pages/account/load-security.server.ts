import type { User } from '@supabase/supabase-js'
import type { SignInOffers } from '../../identity.ts'
import type { AppServices } from '../../services.ts'
import type { SecurityModel } from './model.ts'
import { printSessions } from './print-sessions.server.ts'
import { emailOf, factorsOf, identitiesOf, mayHavePassword, phoneOf } from './print-user.server.ts'

/** Everything the security page shows, instants in the person's zone. */
export async function loadSecurity(
  { run, sessions: listSessions, now }: Pick<AppServices, 'run' | 'sessions' | 'now'>,
  user: User,
  offers: SignInOffers,
): Promise<SecurityModel> {
  const [profile, sessions, { left: recoveryCodes }] = await Promise.all([
    run('profile.get'),
    listSessions(),
    run('recovery_code.count'),
  ])
  const zone = profile.zone || 'UTC'
  return {
    email: emailOf(user),
    phone: phoneOf(user),
    mayHavePassword: mayHavePassword(user),
    factors: factorsOf(user, zone),
    recoveryCodes,
    identities: identitiesOf(user, offers),
    sessions: sessions && printSessions(sessions, { zone, now: now() }),
  }
}
