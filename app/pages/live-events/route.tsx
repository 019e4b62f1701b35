import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { LivePage } from './live-page.tsx'
import { loadLive } from './load-live.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadLive(await currentShop(args), args.context.get(servicesContext).now()),
)

export default function TrackingLiveRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Live events</PageTitle>
      <LivePage initial={loaderData} key={loaderData.domain} />
    </>
  )
}
