import { href, Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { changeColumns } from '../../blocks/breakdown-table/change-columns.server.ts'
import { tableSearch } from '../../blocks/breakdown-table/same-table.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { viewsOrDefault } from '../../blocks/views/views.server.ts'
import { ViewsMenu } from '../../blocks/views/views-menu.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, toSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { AttributionsScreen } from './attributions-screen.tsx'
import { columnsPatch } from './columns.ts'
import { loadAttributionsScreen } from './load-attributions.server.ts'
import { keepRules } from './question.server.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const state = parseSearch(new URL(args.request.url).searchParams)
  const now = args.context.get(servicesContext).now()
  const [screen, views] = await Promise.all([
    loadAttributionsScreen({ services, preference, state, now }),
    viewsOrDefault(services, { page: 'attributions', url: args.url }),
  ])
  return { ...screen, views }
})

/** The page is read only, but for the columns that somebody chooses and for what becomes the shop's own rules. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const form = await args.request.formData()
  if (formText(form, 'intent') === 'rules')
    await keepRules({ services, preference, state: parseSearch(args.url.searchParams) })
  else await changeColumns(services, form, columnsPatch)
  const page = href('/shop/:domain/attributions', { domain: services.shop.domain })
  return redirect(`${page}${toSearch(parseSearch(args.url.searchParams))}`)
})

/** Unfolding a row, or opening orders or a journey beside the page, changes nothing else on it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
  formMethod,
}: ShouldRevalidateFunctionArgs) {
  if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate
  return pageSearch(currentUrl) === pageSearch(nextUrl) ? false : defaultShouldRevalidate
}

/** What the page shows, whatever lies beside it. Pages of the orders of a place are not pages of the table. */
function pageSearch({ searchParams }: URL): string {
  const state = parseSearch(searchParams)
  return tableSearch(state.place === undefined ? state : { ...state, after: undefined })
}

export default function AttributionsRoute({ loaderData }: Route.ComponentProps) {
  const { views, page } = loaderData
  return (
    <>
      <PageTitle>Attribution</PageTitle>
      <AttributionsScreen
        actions={<ViewsMenu domain={page.shop.domain} page="attributions" views={views} />}
        content={loaderData}
      >
        <Outlet />
      </AttributionsScreen>
    </>
  )
}
