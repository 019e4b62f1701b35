import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/time-line-route.ts'
import { changeCosts } from './change-costs.server.ts'
import { loadTimeLine } from './load-goods.server.ts'
import { TimeLine } from './time-line.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadTimeLine(await currentShop(args), args.params.variant),
)

export const action = guarded(async (args: Route.ActionArgs) => {
  const { outcome, status } = await changeCosts(await currentShop(args), args.request)
  return data({ outcome }, { status })
})

export default function CostsTimeLineRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{loaderData.title}</PageTitle>
      <h1 className="sr-only">What {loaderData.title} costs</h1>
      <TimeLine line={loaderData} outcome={actionData?.outcome} />
    </>
  )
}
