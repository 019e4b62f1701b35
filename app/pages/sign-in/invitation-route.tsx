import { data, href, redirect } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { rememberPath } from '../../guards/remembered-path.server.ts'
import type { Route } from './+types/invitation-route.ts'
import { answerInvitation } from './answer-invitation.server.ts'
import { InvitationPage } from './invitation-page.tsx'

/** Whoever signs in from here comes back here. */
export const loader = guarded(async ({ context, params: { token } }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [invitation, person] = await Promise.all([context.get(servicesContext).invitation(token), identity.person()])
  const { signUp } = await identity.offers()
  const remember = { headers: { 'Set-Cookie': rememberPath(href('/invitation/:token', { token })) } }
  if (person && !person.isComplete) throw redirect(href('/auth/mfa'), remember)
  const isForVisitor = !person && invitation?.state === 'open'
  return data({ invitation, signedInAs: person?.email, canSignUp: signUp }, isForVisitor ? remember : {})
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const outcome = await answerInvitation(args, args.params.token)
  return outcome instanceof Response ? outcome : data({ message: outcome.message }, { status: 409 })
})

export default function InvitationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <InvitationPage {...loaderData} message={actionData?.message} />
}
