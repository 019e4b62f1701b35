import { guarded } from '../../failures.server.ts'
import { loadCatalogue } from '../../features/setup/catalogue.server.ts'
import { CataloguePage } from '../../features/setup/index.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { guard } from '../../guards/guard.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/integrations.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { domain, name } = services.shop
  return { shop: { domain, name }, catalogue: await loadCatalogue(services) }
})

export default function SetupIntegrationsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Where figures come from</PageTitle>
      <CataloguePage {...loaderData} />
    </>
  )
}
