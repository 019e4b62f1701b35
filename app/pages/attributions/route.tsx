import { toAdPlatformId } from '@tillsight/platforms'
import { href, Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { changeColumns } from '../../blocks/breakdown-table/change-columns.server.ts'
import { tableSearch } from '../../blocks/breakdown-table/same-table.ts'
import { loadRules } from '../../blocks/credit/load-choice.server.ts'
import { loadPage } from '../../blocks/figures-page/load-page.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { viewsOrDefault } from '../../blocks/views/views.server.ts'
import { ViewsMenu } from '../../blocks/views/views-menu.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { useText, WordsProvider } from '../../language/index.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, toSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { AttributionsScreen } from './attributions-screen.tsx'
import { columnsPatch } from './columns.ts'
import { loadCredit } from './load-credit.server.ts'
import { loadNoted, loadParts } from './load-parts.server.ts'
import { keepRules, toCreditQuery } from './query.server.ts'
import { tabOf } from './tabs.ts'
import { wordsOfTab } from './words.server.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

/** Loads the attribution page: the tab that the address selects. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const state = parseSearch(new URL(args.request.url).searchParams)
  const now = args.context.get(servicesContext).now()
  const [{ rules, mayChange }, views] = await Promise.all([
    loadRules(services),
    viewsOrDefault(services, { page: 'attributions', url: args.url }),
  ])
  const query = toCreditQuery({ services, state, preference, rules })
  const tab = tabOf(state)
  const [{ page, noted }, version, credit, connections] = await Promise.all([
    // Filters apply to orders; attribution does not support them.
    loadPage({ services, state, now }, (asked) => ({ noted: tab === 'store' ? loadNoted(asked) : null })),
    services.factsVersion(),
    tab === 'credit' ? loadCredit(query) : null,
    services.run('connection.list'),
  ])
  return {
    page,
    noted,
    state,
    tab,
    // The defaults: the browser needs them to resolve an address before the next request.
    usual: query.usual,
    rules: mayChange ? rules : null,
    version: { shops: services.shop.id, version },
    // A sample shop has ads without a connection.
    hasAds: services.shop.isSample === true || connections.some(({ connector }) => toAdPlatformId(connector)),
    credit,
    parts: loadParts(query, tab),
    views,
    words: wordsOfTab(services.shop.display.language, tab),
  }
})

/** The page's only writes: the person's columns, and the shop's attribution rules. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const form = await args.request.formData()
  if (formText(form, 'intent') === 'rules')
    await keepRules({ services, preference, state: parseSearch(args.url.searchParams) })
  else await changeColumns(services, form, columnsPatch)
  const page = href('/shop/:domain/attributions', { domain: services.shop.domain })
  return redirect(`${page}${toSearch(parseSearch(args.url.searchParams))}`)
})

/** Expanding a row, or opening orders or a journey in the panel, reloads nothing else. */
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

/** The page's query without that of the panel. Paging through a row's orders does not page the table. */
function pageSearch({ searchParams }: URL): string {
  const state = parseSearch(searchParams)
  return tableSearch(state.place === undefined ? state : { ...state, after: undefined })
}

export default function AttributionsRoute({ loaderData }: Route.ComponentProps) {
  const { views, page, words } = loaderData
  const t = useText()
  return (
    <WordsProvider words={words}>
      <PageTitle>{t('nav.attributions')}</PageTitle>
      <AttributionsScreen
        actions={<ViewsMenu domain={page.shop.domain} page="attributions" views={views} />}
        content={loaderData}
      >
        <Outlet />
      </AttributionsScreen>
    </WordsProvider>
  )
}
