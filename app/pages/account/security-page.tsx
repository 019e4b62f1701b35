import type { SignInOffers } from '../../identity.ts'
import { FactorsCard } from './factors-card.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import type { AccountFailure, SecurityModel } from './model.ts'
import { PageHead } from './page-head.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInCard } from './sign-in-card.tsx'

interface SecurityPageProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
  readonly failure: AccountFailure | undefined
}

/** How the person signs in, and where they are signed in. */
export function SecurityPage({ security, offers, failure }: SecurityPageProps) {
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
