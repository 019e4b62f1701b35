import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { PlatformPage } from '../../features/tracking/index.ts'
import { loadPlatformPage } from '../../features/tracking/load-platforms.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/metaads.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadPlatformPage(await currentShop(args), 'metaads', new URL(args.request.url).searchParams),
)

export default function TrackingMetaadsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Meta Ads tracking</PageTitle>
      <PlatformPage {...loaderData} />
    </>
  )
}
