import { Outlet, useRouteLoaderData } from 'react-router'
import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Frame } from '../../shell/index.ts'
import type { Route } from './+types/default.ts'

export const loader = guarded(async ({ context, params }: Route.LoaderArgs) => {
  const shops = await context.get(servicesContext).listShops()
  const current = shops.find((shop) => 'domain' in params && shop.domain === params.domain)
  return { shopCount: shops.length, shop: current && { domain: current.domain, name: current.name } }
})

export default function DefaultLayout({ loaderData: { shop, shopCount } }: Route.ComponentProps) {
  const theme = useRouteLoaderData<typeof rootLoader>('root')?.theme ?? 'system'
  return (
    <Frame shop={shop} shopCount={shopCount} theme={theme}>
      <Outlet />
    </Frame>
  )
}
