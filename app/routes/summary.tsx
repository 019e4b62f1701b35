import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { servicesContext } from '../context.ts'
import { guarded } from '../failures.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { SummaryScreen } from '../screens/index.ts'
import { loadSummaryScreen } from '../screens/summary/load-summary-screen.server.ts'
import { parseSearch, samePage } from '../search/index.ts'
import { PageTitle } from '../shell/index.ts'
import type { Route } from './+types/summary.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  return loadSummaryScreen(await currentShop(args), state, args.context.get(servicesContext).now())
})

/** Opening a list beside the page changes nothing on the page. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const opensOnly = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return opensOnly && samePage(currentUrl.searchParams, nextUrl.searchParams) ? false : defaultShouldRevalidate
}

export default function SummaryRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{loaderData.shop.name}</PageTitle>
      <SummaryScreen content={loaderData}>
        <Outlet />
      </SummaryScreen>
    </>
  )
}
