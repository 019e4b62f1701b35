import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { changePlatformTracking, loadPlatformTracking } from './platform-tracking.server.ts'
import { PlatformTracking } from './platform-tracking.tsx'

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
