import type { User } from '@supabase/supabase-js'
import { data, href, redirect } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import { callbackUrl } from '../../guards/leave.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { SignInOffers } from '../../identity.ts'
import { type Language } from '../../language/index.ts'
import { guarded, identityContext, servicesContext } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import type { Route } from './+types/security-route.ts'
import { failureOf } from './auth-refusal.server.ts'
import type { AccountFailure, SecurityModel } from './model.ts'
import { FailureNotice, PageHead } from './parts.tsx'
import { changeSecurity, printSessions } from './security.server.ts'
import { FactorsCard, IdentitiesCard, SessionsCard, SignInCard } from './security-cards.tsx'
import { emailOf, factorsOf, identitiesOf, mayHavePassword, phoneOf, readUser } from './user.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [user, offers] = await Promise.all([readUser(identity.auth), identity.offers()])
  const language = await pageLanguage(context)
  return { offers, security: await loadSecurity(context.get(servicesContext), user, { offers, language }) }
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
      return data({ failure: await failureOf(outcome.refusal, context) }, { status: outcome.refusal.status })
  }
})

export default function SecurityRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('frame.security')}</PageTitle>
      <SecurityPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}

/** Everything the security page shows, instants in the person's zone. */
async function loadSecurity(
  { run, sessions: listSessions, now }: Pick<AppServices, 'run' | 'sessions' | 'now'>,
  user: User,
  { offers, language }: { readonly offers: SignInOffers; readonly language: Language },
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
    factors: factorsOf(user, zone, language),
    recoveryCodes,
    identities: identitiesOf(user, offers, language),
    sessions: sessions && printSessions(sessions, { zone, now: now(), language }),
  }
}

interface SecurityPageProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
  readonly failure: AccountFailure | undefined
}

/** Sign-in methods and sessions. */
function SecurityPage({ security, offers, failure }: SecurityPageProps) {
  const t = useWords()
  return (
    <>
      <PageHead title={t('frame.security')}>{t('security.about')}</PageHead>
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
