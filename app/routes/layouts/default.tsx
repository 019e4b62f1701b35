import { Outlet, useRouteLoaderData } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Frame } from '../../shell/index.ts'
import type { Route } from './+types/default.ts'

export const loader = guarded(async ({ context, params }: Route.LoaderArgs) => {
  const [shops, person] = await Promise.all([
    context.get(servicesContext).listShops(),
    context.get(identityContext).person(),
  ])
  const current = shops.find((shop) => 'domain' in params && shop.domain === params.domain)
  return {
    shopCount: shops.length,
    shop: current && { domain: current.domain, name: current.name },
    person: person && { name: person.name, email: person.email || person.phone, pictureUrl: person.avatarUrl },
    membersDomain: (current ?? shops[0])?.domain,
  }
})

export default function DefaultLayout({
  loaderData: { shop, shopCount, person, membersDomain },
}: Route.ComponentProps) {
  const theme = useRouteLoaderData<typeof rootLoader>('root')?.theme ?? 'system'
  return (
    <Frame membersDomain={membersDomain} person={person} shop={shop} shopCount={shopCount} theme={theme}>
      <Outlet />
    </Frame>
  )
}
