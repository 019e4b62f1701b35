import { href, redirect } from 'react-router'
import { readConnections } from '../../blocks/connections/connections.ts'
import { ImportProgress } from '../../blocks/connections/import-progress.tsx'
import { printConnection } from '../../blocks/connections/print-connection.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/done-route.ts'
import { confirmStep, loadChecklist } from './checklist.server.ts'
import { ChecklistPage } from './checklist-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadSetupDone(await currentShop(args), args.context.get(servicesContext).now()),
)

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  await confirmStep(services, formText(await args.request.formData(), 'step'))
  return redirect(href('/shop/:domain/setup/done', { domain: services.shop.domain }))
})

export default function SetupDoneRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Setting up</PageTitle>
      <SetupDoneScreen content={loaderData} />
    </>
  )
}

/** What is left to set up, with the import under way in front of it. */
function SetupDoneScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadSetupDone>> }) {
  const { shop, steps, importing } = content
  return (
    <ChecklistPage shop={shop} steps={steps}>
      <ImportProgress domain={shop.domain} initial={{ importing }} />
    </ChecklistPage>
  )
}

/** The checklist of a shop, and the imports that are under way. */
async function loadSetupDone(services: ShopServices, now: string) {
  const { domain, name } = services.shop
  const [steps, connections] = await Promise.all([loadChecklist(services), readConnections(services)])
  const importing = connections.filter(({ status }) => status === 'importing')
  return {
    shop: { domain, name },
    steps,
    importing: importing.map((connection) => printConnection(connection, { now })),
  }
}
