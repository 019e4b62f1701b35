import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadProfitScreen } from './load-profit.server.ts'
import { ProfitScreen } from './profit-screen.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadProfitScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export { ErrorPage as ErrorBoundary }

export default function ProfitRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Profit and loss</PageTitle>
      <ProfitScreen content={loaderData} />
    </>
  )
}
