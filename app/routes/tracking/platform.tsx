import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { changePlatformTracking, loadPlatformTracking } from '../../screens/tracking/platform-tracking.server.ts'
import { PlatformTracking } from '../../screens/tracking/platform-tracking.tsx'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/platform.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadPlatformTracking(await currentShop(args), args.params.platform, args.url.searchParams),
)

export const action = guarded(async (args: Route.ActionArgs) =>
  changePlatformTracking(await currentShop(args), args.params.platform, args),
)

export default function TrackingPlatformRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{`${loaderData.page.platform.name} tracking`}</PageTitle>
      <PlatformTracking changed={actionData} content={loaderData} />
    </>
  )
}
