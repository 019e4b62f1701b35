import { data, redirect } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/authenticator-route.ts'
import { afterFactor } from './after-factor.server.ts'
import { changeAuthenticator } from './authenticator.server.ts'
import { AuthenticatorPage } from './authenticator-page.tsx'
import { freeFactorName } from './print-user.server.ts'
import { readUser } from './read-user.server.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const user = await readUser(context.get(identityContext).auth)
  return { suggestedName: freeFactorName(user, 'Authenticator app') }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const outcome = await changeAuthenticator(context.get(identityContext).auth, await request.formData())
  switch (outcome.kind) {
    case 'added':
      return redirect(await afterFactor(context.get(servicesContext)))
    case 'open':
      return data(
        { enrolment: outcome.enrolment, failure: outcome.refusal?.failure },
        { status: outcome.refusal?.status ?? 200, headers: { 'Cache-Control': 'no-store' } },
      )
    case 'refused':
      return data({ enrolment: undefined, failure: outcome.refusal.failure }, { status: outcome.refusal.status })
  }
})

export default function AuthenticatorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Add an authenticator app</PageTitle>
      <AuthenticatorPage {...loaderData} enrolment={actionData?.enrolment} failure={actionData?.failure} />
    </>
  )
}
