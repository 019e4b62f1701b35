import { data, href, redirect } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { callbackUrl } from '../../guards/leave.server.ts'
import type { Route } from './+types/security-route.ts'
import { changeSecurity } from './change-security.server.ts'
import { loadSecurity } from './load-security.server.ts'
import { readUser } from './read-user.server.ts'
import { SecurityPage } from './security-page.tsx'

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
