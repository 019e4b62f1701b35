import { servicesContext } from '../context.ts'
import { guarded } from '../failures.server.ts'
import { ChangesPage } from '../features/number-changes/index.ts'
import { loadChanges } from '../features/number-changes/load-changes.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { PageTitle } from '../shell/index.ts'
import type { Route } from './+types/number-changes.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const now = args.context.get(servicesContext).now()
  return {
    domain: services.shop.domain,
    page: await loadChanges(services, now, new URL(args.request.url).searchParams),
  }
})

export default function NumberChangesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Changes of past figures</PageTitle>
      <ChangesPage {...loaderData} />
    </>
  )
}
