import type { User } from '@supabase/supabase-js'
import type { SignedIn, SignInOffers } from '../../identity.ts'
import type { AppServices } from '../../services.ts'
import type { HomeModel } from './home-page.tsx'
import { nextSteps } from './next-steps.server.ts'
import { emailOf, factorsOf } from './print-user.server.ts'

type Asked = Pick<AppServices, 'run' | 'sessions' | 'listShops'>

interface AccountOwner {
  readonly person: SignedIn
  readonly user: User
}

/** Everything the first page of the account shows. */
export async function loadHome(
  { run, sessions: listSessions, listShops }: Asked,
  { person, user }: AccountOwner,
  offers: SignInOffers,
): Promise<HomeModel> {
  const [sessions, { left: recoveryCodes }, memberships, shops] = await Promise.all([
    listSessions(),
    run('recovery_code.count'),
    run('organisation.list'),
    listShops(),
  ])
  const factors = factorsOf(user, 'UTC').length
  return {
    name: person.name,
    email: person.email,
    phone: person.phone && `+${person.phone.replace(/^\+/, '')}`,
    pictureUrl: person.avatarUrl,
    steps: nextSteps({
      name: person.name,
      pendingEmail: emailOf(user).pending,
      factors,
      canAddFactor: offers.totp,
      recoveryCodes,
    }),
    factors,
    recoveryCodes,
    sessions: sessions && sessions.length,
    organisations: memberships.map(({ organisation, name, role }) => ({
      id: organisation,
      name,
      role,
      shop: shops.find((shop) => shop.organisation === organisation)?.domain ?? null,
    })),
  }
}
