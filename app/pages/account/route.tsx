import type { User } from '@supabase/supabase-js'
import { PageTitle } from '../../frame/basic/index.ts'
import type { SignedIn, SignInOffers } from '../../identity.ts'
import { guarded, identityContext, servicesContext, signedIn } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import type { Route } from './+types/route.ts'
import { type HomeModel, HomePage } from './home-page.tsx'
import { nextSteps } from './next-steps.server.ts'
import { emailOf, factorsOf, readUser } from './user.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [person, user, offers] = await Promise.all([signedIn(identity), readUser(identity.auth), identity.offers()])
  return loadHome(context.get(servicesContext), { person, user }, offers)
})

export default function AccountHomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('frame.account')}</PageTitle>
      <HomePage home={loaderData} />
    </>
  )
}

type Params = Pick<AppServices, 'run' | 'sessions' | 'listShops'>

interface AccountOwner {
  readonly person: SignedIn
  readonly user: User
}

/** Everything the first page of the account shows. */
async function loadHome(
  { run, sessions: listSessions, listShops }: Params,
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
