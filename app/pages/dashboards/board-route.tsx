import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/board-route.ts'
import { BoardScreen } from './board-screen.tsx'
import { loadBoard } from './load-board.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const state = parseSearch(new URL(args.request.url).searchParams)
  return loadBoard({ services, state, now: args.context.get(servicesContext).now() }, args.params.dashboard)
})

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{loaderData.board.name}</PageTitle>
      <BoardScreen content={loaderData} />
    </>
  )
}
