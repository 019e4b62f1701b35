import { data, href, redirect } from 'react-router'
import { listCurrencies } from '../../blocks/shop/choices.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/route.ts'
import { changeSpend } from './change-spend.server.ts'
import { loadSpend } from './load-spend.server.ts'
import { SpendPage } from './spend-page.tsx'

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
