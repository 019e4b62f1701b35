import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/gateway-route.ts'
import { GatewayScreen } from './costs-screens.tsx'
import { loadGatewayScreen } from './load-costs.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadGatewayScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export default function CostsGatewayRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Payment fees</PageTitle>
      <GatewayScreen content={loaderData} />
    </>
  )
}
