import { data, href, redirect } from 'react-router'
import { identityContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/password-route.ts'
import { asksCurrent, changePassword } from './change-password.server.ts'
import { PasswordPage } from './password-page.tsx'
import { mayHavePassword } from './print-user.server.ts'
import { readUser } from './read-user.server.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [user, offers] = await Promise.all([readUser(identity.auth), identity.offers()])
  const hasPassword = mayHavePassword(user)
  return {
    email: user.email ?? '',
    hasPassword,
    asksCurrent: await asksCurrent(identity.auth.mfa, hasPassword),
    rules: offers.passwordRules,
  }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const { auth } = context.get(identityContext)
  const needsCurrent = await asksCurrent(auth.mfa, mayHavePassword(await readUser(auth)))
  const refusal = await changePassword(auth, await request.formData(), { needsCurrent })
  if (refusal) return data({ failure: refusal.failure }, { status: refusal.status })
  return redirect(`${href('/account/security')}?done=password-changed`)
})

export default function PasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Password</PageTitle>
      <PasswordPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}
