import 'virtual:words/summary'
import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { loadIssues } from '../../blocks/connections/attention.server.ts'
import { readConnections } from '../../blocks/connections/connections.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { viewsOrDefault } from '../../blocks/views/views.server.ts'
import { ViewsMenu } from '../../blocks/views/views-menu.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { failureLogContext, guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, samePage } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { Route } from './+types/route.ts'
import { loadSummary } from './load-summary.server.ts'
import { printScreen } from './print-screen.server.ts'
import { SummaryScreen } from './summary-screen.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  const [services, { summary }] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const { shop } = services
  const log = (failure: unknown) => args.context.get(failureLogContext)(failure, args.request)
  const now = args.context.get(servicesContext).now()
  // The version is from before the figures: what comes in meanwhile is new to the page.
  const [version, connections, views] = await Promise.all([
    services.factsVersion(),
    readConnections(services),
    viewsOrDefault(services, { page: '', url: args.url }),
  ])
  const query = { services, summary, connections, state, period: resolvePeriod(state, shop), now, log }
  const [answered, issues] = await Promise.all([loadSummary(query), loadIssues(services)])
  return { ...printScreen(answered, { services, connections, version, issues, now }), views }
})

/** Opening a panel reloads nothing on the page; submitting a form in it does. */
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
