import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { History } from '../../icons.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { loadActivity } from './activity.server.ts'
import { ActivityPage } from './activity-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop } = await currentShop(args)
  const run = await args.context.get(servicesContext).inOrganisation(shop.organisation)
  const place = { zone: shop.zone, language: await pageLanguage(args.context) }
  return { domain: shop.domain, page: await loadActivity(run, new URL(args.request.url).searchParams, place) }
})

export default function ActivityRoute({ loaderData }: Route.ComponentProps) {
  const { domain, page } = loaderData
  const { labels, log, language, direction } = page
  return (
    <main
      className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8"
      dir={direction}
      id="content"
      lang={language}
      tabIndex={-1}
    >
      <PageTitle>{labels.title}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{labels.title}</h1>
      <p className="mt-1 mb-6 text-soft">{labels.about}</p>
      {log ? (
        <ActivityPage domain={domain} labels={labels} log={log} />
      ) : (
        <EmptyState icon={History} title={labels.refused}>
          {labels.refusedAdvice}
        </EmptyState>
      )}
    </main>
  )
}
