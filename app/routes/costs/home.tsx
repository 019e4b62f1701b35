import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { CostsScreen } from '../../screens/costs/costs-screens.tsx'
import { loadCostsScreen } from '../../screens/costs/load-costs.server.ts'
import { parseSearch } from '../../search/index.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/home.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadCostsScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export default function CostsHomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Costs</PageTitle>
      <CostsScreen content={loaderData} />
    </>
  )
}
