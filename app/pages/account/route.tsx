import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { signedIn } from '../../guards/signed-in.server.ts'
import type { Route } from './+types/route.ts'
import { HomePage } from './home-page.tsx'
import { loadHome } from './load-home.server.ts'
import { readUser } from './read-user.server.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [person, user, offers] = await Promise.all([signedIn(identity), readUser(identity.auth), identity.offers()])
  return loadHome(context.get(servicesContext), { person, user }, offers)
})

export default function AccountHomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Account</PageTitle>
      <HomePage home={loaderData} />
    </>
  )
}
