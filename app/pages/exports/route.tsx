import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { Download } from '../../icons.ts'
import { guarded } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { toExportFailure } from './export-form.server.ts'
import { changeExports, loadExports } from './exports.server.ts'
import { ExportsPage } from './exports-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { run, shop } = await currentShop(args)
  const place = { zone: shop.zone, language: await pageLanguage(args.context) }
  return { domain: shop.domain, page: await loadExports(run, place) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    const outcome = await changeExports(run, form, '')
    if (outcome.kind !== 'added') return null
    return redirect(href('/shop/:domain/settings/exports/:export', { domain: shop.domain, export: outcome.id }))
  } catch (refusal) {
    const { failure, status } = toExportFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function ExportsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { domain, page } = loaderData
  const { words, exports } = page
  const { labels } = words
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{labels.title}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{labels.title}</h1>
      <p className="mt-1 mb-6 text-soft">{labels.about}</p>
      {exports ? (
        <ExportsPage domain={domain} exports={exports} failure={actionData?.failure} words={words} />
      ) : (
        <EmptyState icon={Download} title={labels.refused}>
          {labels.refusedAdvice}
        </EmptyState>
      )}
    </main>
  )
}
