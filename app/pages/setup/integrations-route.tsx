import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/integrations-route.ts'
import { loadCatalogue } from './catalogue.server.ts'
import { CataloguePage } from './catalogue-page.tsx'

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
