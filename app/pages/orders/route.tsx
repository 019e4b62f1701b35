import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadOrdersScreen } from './load-orders.server.ts'
import { OrdersScreen } from './orders-screen.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadOrdersScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export { ErrorPage as ErrorBoundary }

export default function OrdersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Orders</PageTitle>
      <OrdersScreen content={loaderData} />
    </>
  )
}
