import { href, Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { changeColumns } from '../../blocks/breakdown-table/change-columns.server.ts'
import { isSameTable } from '../../blocks/breakdown-table/same-table.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { viewsOrDefault } from '../../blocks/views/views.server.ts'
import { ViewsMenu } from '../../blocks/views/views-menu.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { useText, WordsProvider } from '../../language/index.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, toSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { CampaignsScreen } from './campaigns-screen.tsx'
import { loadCampaignsScreen } from './load-campaigns.server.ts'
import { pageWords } from './words.server.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const state = parseSearch(new URL(args.request.url).searchParams)
  const now = args.context.get(servicesContext).now()
  const [screen, views] = await Promise.all([
    loadCampaignsScreen({ services, preference, state, now }),
    viewsOrDefault(services, { page: 'campaigns', url: args.url }),
  ])
  return { ...screen, views, words: pageWords.words(services.shop.display.language) }
})

/** The page's only write: the person's columns. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  await changeColumns(services, await args.request.formData())
  const page = href('/shop/:domain/campaigns', { domain: services.shop.domain })
  return redirect(`${page}${toSearch(parseSearch(args.url.searchParams))}`)
})

/** Expanding a row, or opening its panel, reloads nothing else. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate, formMethod } = change
  if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate
  return isSameTable(currentUrl, nextUrl) ? false : defaultShouldRevalidate
}

export default function CampaignsRoute({ loaderData }: Route.ComponentProps) {
  const { views, page, words } = loaderData
  const t = useText()
  return (
    <WordsProvider words={words}>
      <PageTitle>{t('nav.campaigns')}</PageTitle>
      <CampaignsScreen
        actions={<ViewsMenu domain={page.shop.domain} page="campaigns" views={views} />}
        content={loaderData}
      >
        <Outlet />
      </CampaignsScreen>
    </WordsProvider>
  )
}
