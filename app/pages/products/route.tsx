import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadProductsScreen } from './load-products.server.ts'
import { ProductsScreen } from './products-screen.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadProductsScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export { ErrorPage as ErrorBoundary }

export default function ProductsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Products</PageTitle>
      <ProductsScreen content={loaderData} />
    </>
  )
}
