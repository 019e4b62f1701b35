import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { LivePage } from '../../features/live-events/index.ts'
import { loadLive } from '../../features/live-events/load-live.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/live.ts'

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
