import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/shipping-route.ts'
import { ShippingScreen } from './costs-screens.tsx'
import { loadShippingScreen } from './load-costs.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadShippingScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export default function CostsShippingRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Shipping</PageTitle>
      <ShippingScreen content={loaderData} />
    </>
  )
}
