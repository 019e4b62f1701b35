import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { UserRoundX } from '../../icons.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { handleCustomer, loadRequests } from './privacy.server.ts'
import { PrivacyPage } from './privacy-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { name, domain } = services.shop
  const now = args.context.get(servicesContext).now()
  return { name, domain, requests: services.may.handleCustomers ? await loadRequests(services, now) : null }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const { outcome, status } = await handleCustomer(services, await args.request.formData())
  return data({ outcome }, { status })
})

export default function PrivacyRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { name, domain, requests } = loaderData
  return (
    <>
      <PageTitle>Privacy</PageTitle>
      {requests === null ? (
        <PrivacyClosed name={name} />
      ) : (
        <PrivacyPage domain={domain} outcome={actionData?.outcome} requests={requests} />
      )}
    </>
  )
}

/** Shown to roles that may not handle customer data. */
function PrivacyClosed({ name }: { readonly name: string }) {
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Privacy</h1>
      <EmptyState icon={UserRoundX} title="Your role does not open this">
        What is held about single customers of {name} is handed over and erased by owners and admins. If a customer has
        asked you, pass it on to one of them.
      </EmptyState>
    </main>
  )
}
