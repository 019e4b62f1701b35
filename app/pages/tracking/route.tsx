import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadTrackingScreen } from './load-tracking.server.ts'
import { TrackingScreen } from './tracking-screen.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const params = new URL(args.request.url).searchParams
  return loadTrackingScreen({
    services: await currentShop(args),
    params,
    state: parseSearch(params),
    now: args.context.get(servicesContext).now(),
  })
})

export default function TrackingHomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Tracking</PageTitle>
      <TrackingScreen content={loaderData} />
    </>
  )
}
