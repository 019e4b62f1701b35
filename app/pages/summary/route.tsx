import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { viewsOrDefault } from '../../blocks/views/views.server.ts'
import { ViewsMenu } from '../../blocks/views/views-menu.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { translated } from '../../language/index.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { failureLogContext, guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, samePage } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadSummaryScreen } from './load-summary-screen.server.ts'
import { SummaryScreen } from './summary-screen.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  const [services, { summary }] = await Promise.all([
    currentShop(args, translated),
    loadPreference(args, args.params.domain),
  ])
  const log = (failure: unknown) => args.context.get(failureLogContext)(failure, args.request)
  const now = args.context.get(servicesContext).now()
  const [screen, views] = await Promise.all([
    loadSummaryScreen({ services, summary, now, log }, state),
    viewsOrDefault(services, { page: '', url: args.url }),
  ])
  return { ...screen, views }
})

export const handle = translated

/** Opening a list beside the page changes nothing on the page; writing something there does. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate, formMethod } = change
  if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate
  const opensOnly = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return opensOnly && samePage(currentUrl.searchParams, nextUrl.searchParams) ? false : defaultShouldRevalidate
}

export default function SummaryRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{loaderData.shop.name}</PageTitle>
      <SummaryScreen
        actions={<ViewsMenu domain={loaderData.shop.domain} page="" views={loaderData.views} />}
        content={loaderData}
      >
        <Outlet />
      </SummaryScreen>
    </>
  )
}
