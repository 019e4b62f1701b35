import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { changePlatformTracking, loadPlatformTracking } from '../../screens/tracking/platform-tracking.server.ts'
import { PlatformTracking } from '../../screens/tracking/platform-tracking.tsx'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/metaads.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadPlatformTracking(await currentShop(args), 'metaads', args.url.searchParams),
)

export const action = guarded(async (args: Route.ActionArgs) =>
  changePlatformTracking(await currentShop(args), 'metaads', args),
)

export default function TrackingMetaadsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Meta Ads tracking</PageTitle>
      <PlatformTracking changed={actionData} content={loaderData} />
    </>
  )
}
