import { href, redirect } from 'react-router'
import { ImportProgress } from '../../blocks/connections/import-progress.tsx'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/done-route.ts'
import { confirmStep, loadSetupDone } from './checklist.server.ts'
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

/** Remaining setup steps, with the running import on top. */
function SetupDoneScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadSetupDone>> }) {
  const { shop, steps, importing } = content
  return (
    <ChecklistPage shop={shop} steps={steps}>
      <ImportProgress domain={shop.domain} initial={{ importing }} />
    </ChecklistPage>
  )
}
