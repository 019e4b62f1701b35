import { data, href, redirect } from 'react-router'
import { guarded } from '../../failures.server.ts'
import { listCurrencies } from '../../features/shops/choices.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { changeSpend } from '../../features/spend/change-spend.server.ts'
import { SpendPage } from '../../features/spend/index.ts'
import { loadSpend } from '../../features/spend/load-spend.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/home.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => ({
  model: await loadSpend(await currentShop(args), args.url.searchParams, listCurrencies()),
}))

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const change = await changeSpend(services, args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const page = href('/shop/:domain/campaigns/spend', { domain: services.shop.domain })
  return redirect(`${page}?${new URLSearchParams({ done: change.done })}`)
})

export default function SpendRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Custom spend</PageTitle>
      <SpendPage model={loaderData.model} outcome={actionData?.outcome} />
    </>
  )
}
