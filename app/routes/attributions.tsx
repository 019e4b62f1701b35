import { servicesContext } from '../context.ts'
import { guarded } from '../failures.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { guard } from '../guards/guard.server.ts'
import { AttributionsScreen } from '../screens/attributions/attributions-screen.tsx'
import { loadAttributionsScreen } from '../screens/attributions/load-attributions.server.ts'
import { parseSearch } from '../search/index.ts'
import { PageTitle } from '../shell/index.ts'
import type { Route } from './+types/attributions.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadAttributionsScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export default function AttributionsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Attribution</PageTitle>
      <AttributionsScreen content={loaderData} />
    </>
  )
}
