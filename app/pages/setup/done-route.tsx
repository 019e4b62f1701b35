import { href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/done-route.ts'
import { confirmStep } from './checklist.server.ts'
import { loadSetupDone } from './load-setup-done.server.ts'
import { SetupDoneScreen } from './setup-done-screen.tsx'

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
