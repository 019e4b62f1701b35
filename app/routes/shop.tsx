import { Outlet } from 'react-router'
import { guarded } from '../failures.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { guard } from '../guards/guard.server.ts'
import { isDomainLike, validated } from '../guards/validated.server.ts'
import { ErrorPage } from '../shell/index.ts'
import type { Route } from './+types/shop.ts'

export const middleware: Route.MiddlewareFunction[] = [
  validated(({ domain }) => isDomainLike(domain)),
  guard('has-active-shop'),
]

/** Pages below may count on an existing shop. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop } = await currentShop(args)
  return { domain: shop.domain, name: shop.name }
})

export default function ShopRoute() {
  return <Outlet />
}

export { ErrorPage as ErrorBoundary }
