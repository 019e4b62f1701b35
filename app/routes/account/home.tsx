import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { HomePage } from '../../features/account/index.ts'
import { loadHome } from '../../features/account/load-home.server.ts'
import { readUser } from '../../features/account/read-user.server.ts'
import { signedIn } from '../../guards/signed-in.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/home.ts'

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
