import type { User } from '@supabase/supabase-js'
import { data, href, redirect } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import { callbackUrl } from '../../guards/leave.server.ts'
import type { SignInOffers } from '../../identity.ts'
import { guarded, identityContext, servicesContext } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import type { Route } from './+types/security-route.ts'
import type { AccountFailure, SecurityModel } from './model.ts'
import { FailureNotice, PageHead } from './parts.tsx'
import { changeSecurity, printSessions } from './security.server.ts'
import { FactorsCard, IdentitiesCard, SessionsCard, SignInCard } from './security-cards.tsx'
import { emailOf, factorsOf, identitiesOf, mayHavePassword, phoneOf, readUser } from './user.server.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [user, offers] = await Promise.all([readUser(identity.auth), identity.offers()])
  return { offers, security: await loadSecurity(context.get(servicesContext), user, offers) }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const { auth } = context.get(identityContext)
  const page = href('/account/security')
  const outcome = await changeSecurity(auth, await request.formData(), callbackUrl(request, `${page}?done=linked`))
  switch (outcome.kind) {
    case 'done':
      return redirect(`${page}?done=${outcome.done}`)
    case 'elsewhere':
      return redirect(outcome.url)
    case 'signed-out':
      return redirect(href('/auth/login'))
    case 'refused':
      return data({ failure: outcome.refusal.failure }, { status: outcome.refusal.status })
  }
})

export default function SecurityRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Security</PageTitle>
      <SecurityPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}

/** Everything the security page shows, instants in the person's zone. */
async function loadSecurity(
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

interface SecurityPageProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
  readonly failure: AccountFailure | undefined
}

/** Sign-in methods and sessions. */
function SecurityPage({ security, offers, failure }: SecurityPageProps) {
  return (
    <>
      <PageHead title="Security">How you sign in, and where you are signed in.</PageHead>
      <FailureNotice failure={failure} />
      <div className="grid gap-6">
        <SignInCard offers={offers} security={security} />
        <FactorsCard offers={offers} security={security} />
        <IdentitiesCard identities={security.identities} offers={offers} />
        <SessionsCard sessions={security.sessions} />
      </div>
    </>
  )
}
