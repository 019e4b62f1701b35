import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { BoardsPage } from './boards-page.tsx'
import { makeBoard, toBoardFailure } from './change-board.server.ts'
import { loadBoards } from './load-board.server.ts'
import { boardWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { shop, may } = services
  return {
    boards: await loadBoards(services),
    domain: shop.domain,
    mayShare: may.shareDashboards,
    words: boardWords[shop.display.language],
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    const dashboard = await makeBoard(run, form)
    return redirect(href('/shop/:domain/dashboards/:dashboard', { domain: shop.domain, dashboard }))
  } catch (refusal) {
    const { failure, status } = toBoardFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function DashboardsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{loaderData.words.title}</PageTitle>
      <BoardsPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}
