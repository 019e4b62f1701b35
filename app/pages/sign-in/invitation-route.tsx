import { isAppError } from '@tillsight/core'
import { data, href, redirect } from 'react-router'
import { refusalSentence } from '../../blocks/fields/word-refusal.server.ts'
import { type Asking, rememberPath } from '../../guards/leave.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { formText, guarded, identityContext, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/invitation-route.ts'
import { InvitationPage } from './invitation-page.tsx'

/** Signing in from here returns here. */
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

/** Accepts an invitation, or signs out to return with the right account. Returns a message when it fails. */
async function answerInvitation(asking: Asking, token: string): Promise<Response | { readonly message: string }> {
  const services = asking.context.get(servicesContext)
  const form = await asking.request.formData()
  if (formText(form, 'intent') === 'switch') return await switchAccount(asking, token)
  try {
    await services.run('invitation.accept', { token })
  } catch (failure) {
    if (isAppError(failure) && (failure.code === 'conflict' || failure.code === 'forbidden')) {
      return { message: refusalSentence(failure, await pageLanguage(asking.context)) }
    }
    throw failure
  }
  return redirect('/')
}

async function switchAccount({ context }: Asking, token: string): Promise<Response> {
  // Asked while somebody is signed in: visitors are not told.
  const invitation = await context.get(servicesContext).invitation(token)
  await context.get(identityContext).auth.signOut({ scope: 'local' })
  const search = new URLSearchParams({ email: invitation?.offer?.email ?? '' })
  const cookie = rememberPath(href('/invitation/:token', { token }))
  return redirect(`${href('/auth/login')}?${search}`, { headers: { 'Set-Cookie': cookie } })
}
