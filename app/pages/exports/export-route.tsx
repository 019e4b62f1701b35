import { data, href, Link, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/export-route.ts'
import { toExportFailure } from './export-form.server.ts'
import { ExportPage } from './export-page.tsx'
import { changeExports, loadExport } from './exports.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { run, shop } = await currentShop(args)
  const cursor = args.url.searchParams.get('cursor')
  const place = { zone: shop.zone, language: await pageLanguage(args.context), cursor }
  return { domain: shop.domain, page: await loadExport(run, args.params.export, place) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    const { kind } = await changeExports(run, form, args.params.export)
    if (kind === 'removed') return redirect(href('/shop/:domain/settings/exports', { domain: shop.domain }))
    return { isDone: true }
  } catch (refusal) {
    const { failure, status } = toExportFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function ExportRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { domain, page } = loaderData
  const { words } = page
  const failure = actionData && 'failure' in actionData ? actionData.failure : undefined
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{page.export.name}</PageTitle>
      <p className="mb-2 text-[13px]">
        <Link className="underline underline-offset-2" to={href('/shop/:domain/settings/exports', { domain })}>
          {words.labels.all}
        </Link>
      </p>
      <h1 className="break-words font-semibold text-xl tracking-tight">{page.export.name}</h1>
      {actionData && 'isDone' in actionData && <output className="sr-only">{words.labels.done}</output>}
      <ExportPage failure={failure} page={page} />
    </main>
  )
}
