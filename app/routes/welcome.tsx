import { data, href, redirect } from 'react-router'
import { servicesContext } from '../context.ts'
import { guarded, toFormFailure } from '../failures.server.ts'
import { listCurrencies, listZones } from '../features/shops/choices.server.ts'
import { CreateShopForm } from '../features/shops/index.ts'
import { formText } from '../form-text.ts'
import { PageTitle } from '../shell/index.ts'
import { Card } from '../ui/index.ts'
import type { Route } from './+types/welcome.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  return { platforms: services.storePlatforms(), zones: listZones(), currencies: listCurrencies() }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const values = {
    domain: formText(form, 'domain'),
    name: formText(form, 'name'),
    platform: formText(form, 'platform'),
    zone: formText(form, 'zone'),
    currency: formText(form, 'currency'),
  }
  try {
    const shop = await context.get(servicesContext).createShop(values)
    return redirect(href('/shop/:domain/integrations', { domain: shop.domain }))
  } catch (refusal) {
    const failure = toFormFailure(refusal)
    return data({ failure: failure.body, values }, { status: failure.status })
  }
})

export default function WelcomeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Set up your shop</PageTitle>
      <h1 className="text-center font-semibold text-2xl tracking-tight">Set up your shop</h1>
      <p className="mt-2 mb-6 text-balance text-center text-soft">
        First the shop itself, then its store. Zone and currency decide how days and amounts are counted; take what the
        store’s own settings say.
      </p>
      <Card className="p-6">
        <CreateShopForm {...loaderData} failure={actionData?.failure} values={actionData?.values ?? {}} />
      </Card>
    </>
  )
}
