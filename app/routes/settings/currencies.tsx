import { data, href, redirect } from 'react-router'
import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { changeCurrencies } from '../../features/currencies/change-currencies.server.ts'
import { CurrenciesPage } from '../../features/currencies/index.ts'
import { loadCurrencies } from '../../features/currencies/load-currencies.server.ts'
import { listCurrencies } from '../../features/shops/choices.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/currencies.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const now = args.context.get(servicesContext).now()
  const done = args.url.searchParams.get('done')
  return { model: await loadCurrencies(services, { now, done, currencies: listCurrencies() }) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const change = await changeCurrencies(services, args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const page = href('/shop/:domain/settings/currencies', { domain: services.shop.domain })
  return redirect(`${page}?${new URLSearchParams({ done: change.done })}`)
})

export default function CurrenciesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Currencies</PageTitle>
      <CurrenciesPage model={loaderData.model} outcome={actionData?.outcome} />
    </>
  )
}
