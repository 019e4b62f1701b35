import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/goods-route.ts'
import { changeCosts } from './change-costs.server.ts'
import { GoodsScreen } from './costs-screens.tsx'
import { loadGoodsScreen } from './load-costs.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { searchParams } = new URL(args.request.url)
  const request = {
    services: await currentShop(args),
    state: parseSearch(searchParams),
    now: args.context.get(servicesContext).now(),
  }
  return loadGoodsScreen(request, searchParams)
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { outcome, status } = await changeCosts(await currentShop(args), args.request)
  return data({ outcome }, { status })
})

export default function CostsGoodsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Goods</PageTitle>
      <GoodsScreen content={loaderData} outcome={actionData?.outcome} />
    </>
  )
}
