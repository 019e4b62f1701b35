import { servicesContext } from '../context.ts'
import { guarded } from '../failures.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { guard } from '../guards/guard.server.ts'
import { CampaignsScreen } from '../screens/campaigns/campaigns-screen.tsx'
import { loadCampaignsScreen } from '../screens/campaigns/load-campaigns.server.ts'
import { parseSearch } from '../search/index.ts'
import { PageTitle } from '../shell/index.ts'
import type { Route } from './+types/campaigns.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadCampaignsScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export default function CampaignsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Campaigns</PageTitle>
      <CampaignsScreen content={loaderData} />
    </>
  )
}
