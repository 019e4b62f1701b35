import type { User } from '@supabase/supabase-js'
import type { SignInOffers } from '../../identity.ts'
import type { AppServices } from '../../services.ts'
import type { SecurityModel } from './model.ts'
import { printSessions } from './print-sessions.server.ts'
import { emailOf, factorsOf, identitiesOf, mayHavePassword, phoneOf } from './print-user.server.ts'

/** Everything the security page shows, instants in the person's zone. */
export async function loadSecurity(
  { account, now }: Pick<AppServices, 'account' | 'now'>,
  user: User,
  offers: SignInOffers,
): Promise<SecurityModel> {
  const [profile, sessions, recoveryCodes] = await Promise.all([
    account.profile(),
    account.sessions(),
    account.recoveryCodesLeft(),
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
