import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { loadTrackingScreen } from '../../screens/tracking/load-tracking.server.ts'
import { TrackingScreen } from '../../screens/tracking/tracking-screen.tsx'
import { parseSearch } from '../../search/index.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/home.ts'

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
