import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { GatewayScreen } from '../../screens/costs/costs-screens.tsx'
import { loadGatewayScreen } from '../../screens/costs/load-costs.server.ts'
import { parseSearch } from '../../search/index.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/gateway.ts'

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
