import { data, href, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { History } from '../../icons.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { loadActivity } from './activity.server.ts'
import { ActivityPage } from './activity-page.tsx'
import { RetentionCard } from './retention-card.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop } = await currentShop(args)
  const run = await args.context.get(servicesContext).inOrganisation(shop.organisation)
  const place = { zone: shop.zone, language: await pageLanguage(args.context) }
  return { domain: shop.domain, page: await loadActivity(run, new URL(args.request.url).searchParams, place) }
})

/** Changes for how long entries are kept. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const { shop } = await currentShop(args)
  const run = await args.context.get(servicesContext).inOrganisation(shop.organisation)
  const form = await args.request.formData()
  try {
    await run('audit.change_retention', { days: Number(formText(form, 'days')) })
    return redirect(href('/shop/:domain/settings/activity', { domain: shop.domain }))
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language: await pageLanguage(args.context) })
    return data({ error: body.fields['days'] ?? body.message }, { status })
  }
})

export default function ActivityRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { domain, page } = loaderData
  const { labels, log } = page
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{labels.title}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{labels.title}</h1>
      <p className="mt-1 mb-6 text-soft">{page.about}</p>
      {log ? (
        <>
          <ActivityPage domain={domain} labels={labels} log={log} />
          {log.days !== null && <RetentionCard days={log.days} error={actionData?.error} labels={labels} />}
        </>
      ) : (
        <EmptyState icon={History} title={labels.refused}>
          {labels.refusedAdvice}
        </EmptyState>
      )}
    </main>
  )
}
