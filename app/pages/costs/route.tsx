import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadCostsScreen } from './load-costs.server.ts'
import { CostsScreen } from './overview-screen.tsx'

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
