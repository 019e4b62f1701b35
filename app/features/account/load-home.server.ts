import type { User } from '@supabase/supabase-js'
import type { SignInOffers } from '../../identity.ts'
import type { AppServices } from '../../services.ts'
import type { HomeModel } from './home-page.tsx'
import { nextSteps } from './next-steps.server.ts'
import { emailOf, factorsOf } from './print-user.server.ts'

type Asked = Pick<AppServices, 'account' | 'memberships' | 'listShops'>

/** Everything the first page of the account shows. */
export async function loadHome(services: Asked, user: User, offers: SignInOffers): Promise<HomeModel> {
  const { account } = services
  const [profile, sessions, recoveryCodes, memberships, shops] = await Promise.all([
    account.profile(),
    account.sessions(),
    account.recoveryCodesLeft(),
    services.memberships(),
    services.listShops(),
  ])
  const factors = factorsOf(user, 'UTC').length
  return {
    name: profile.name,
    email: profile.email,
    phone: profile.phone && `+${profile.phone.replace(/^\+/, '')}`,
    pictureUrl: profile.pictureUrl,
    steps: nextSteps({
      name: profile.name,
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
