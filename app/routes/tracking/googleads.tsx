import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { PlatformPage } from '../../features/tracking/index.ts'
import { loadPlatformPage } from '../../features/tracking/load-platforms.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/googleads.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadPlatformPage(await currentShop(args), 'googleads', new URL(args.request.url).searchParams),
)

export default function TrackingGoogleadsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Google Ads tracking</PageTitle>
      <PlatformPage {...loaderData} />
    </>
  )
}
