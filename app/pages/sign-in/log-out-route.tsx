import { href, redirect } from 'react-router'
import { identityContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import type { Route } from './+types/log-out-route.ts'
import { LogOutPage } from './log-out-page.tsx'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const person = await context.get(identityContext).person()
  if (!person) throw redirect(href('/auth/login'))
  return { email: person.email || person.phone }
})

/** This device only; the account's own page ends other sessions. */
export const action = guarded(async ({ context }: Route.ActionArgs) => {
  await context.get(identityContext).auth.signOut({ scope: 'local' })
  return redirect(href('/auth/login'))
})

export default function LogoutRoute({ loaderData }: Route.ComponentProps) {
  return <LogOutPage {...loaderData} />
}
