import { Outlet } from 'react-router'
import { currentShop } from '../blocks/shop/current-shop.server.ts'
import { guard, isDomainLike, validated } from '../guards/guard.server.ts'
import { guarded } from '../request.server.ts'
import type { Route } from './+types/shop-route.ts'
import { ErrorPage } from './basic/index.ts'

export const middleware: Route.MiddlewareFunction[] = [
  validated(({ domain }) => isDomainLike(domain)),
  guard('has-active-shop'),
]

/** Ensures for the pages below that the shop exists. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop } = await currentShop(args)
  return { domain: shop.domain, name: shop.name }
})

export default function ShopRoute() {
  return <Outlet />
}

export { ErrorPage as ErrorBoundary }
