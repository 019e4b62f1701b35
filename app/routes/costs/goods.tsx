import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { GoodsScreen } from '../../screens/costs/costs-screens.tsx'
import { loadGoodsScreen } from '../../screens/costs/load-costs.server.ts'
import { parseSearch } from '../../search/index.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/goods.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadGoodsScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export default function CostsGoodsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Goods</PageTitle>
      <GoodsScreen content={loaderData} />
    </>
  )
}
