import { href, redirect } from 'react-router'
import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { confirmStep } from '../../features/setup/checklist.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { formText } from '../../form-text.ts'
import { SetupDoneScreen } from '../../screens/index.ts'
import { loadSetupDone } from '../../screens/setup/load-setup-done.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/done.ts'

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
