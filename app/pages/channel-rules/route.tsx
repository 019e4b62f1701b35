import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { changeRules, loadRules } from './rules.server.ts'
import { RulesPage } from './rules-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadRules(await currentShop(args), args.url.searchParams),
)

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const change = await changeRules(services, args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  return redirect(`${href('/shop/:domain/tracking/rules', { domain: services.shop.domain })}?done=${change.done}`)
})

export default function TrackingRulesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Channel rules</PageTitle>
      <RulesPage model={loaderData} outcome={actionData?.outcome} />
    </>
  )
}
