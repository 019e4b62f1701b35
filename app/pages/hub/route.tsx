import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { failureLogContext, guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { HubScreen } from './hub-screen.tsx'
import { loadHubScreen } from './load-hub-screen.server.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

/** Less than the timeout of a page's streamed parts. */
const patienceMs = 4_000

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const log = args.context.get(failureLogContext)
  return loadHubScreen({
    services: args.context.get(servicesContext),
    current: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    patience: AbortSignal.timeout(patienceMs),
    report: (failure) => log(failure, args.request),
  })
})

export default function HubRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Hub</PageTitle>
      <HubScreen content={loaderData} />
    </>
  )
}
