import { data, href, redirect } from 'react-router'
import { identityContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { rememberPath } from '../../guards/remembered-path.server.ts'
import type { Route } from './+types/reset-route.ts'
import { setPassword } from './new-password.server.ts'
import { ResetPage } from './reset-page.tsx'

export const loader = guarded(async ({ context, url }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [person, { passwordRules }] = await Promise.all([identity.person(), identity.offers()])
  if (person && !person.isComplete) {
    const cookie = rememberPath(href('/auth/password/reset'))
    throw redirect(href('/auth/mfa'), { headers: { 'Set-Cookie': cookie } })
  }
  const isDone = url.searchParams.has('done')
  const state = !person ? ('signed_out' as const) : isDone ? ('done' as const) : ('form' as const)
  return { state, email: person?.email || person?.phone || '', rules: passwordRules }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const outcome = await setPassword(args, await args.request.formData())
  if (outcome instanceof Response) return outcome
  return data({ failure: outcome.body }, { status: outcome.status })
})

export default function ResetRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPage {...loaderData} failure={actionData?.failure} />
}
