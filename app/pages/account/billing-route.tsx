import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/billing-route.ts'
import { BillingPage } from './billing-page.tsx'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  return { shopCount: (await context.get(servicesContext).listShops()).length }
})

export default function BillingRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Billing</PageTitle>
      <BillingPage {...loaderData} />
    </>
  )
}
