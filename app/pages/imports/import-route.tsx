import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded, toFormFailure } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/import-route.ts'
import { changeImport } from './change-import.server.ts'
import { ImportPage } from './import-page.tsx'
import { loadImport } from './load-import.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  return { domain: services.shop.domain, page: await loadImport(services, args.params.import) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const { domain } = services.shop
  const form = await args.request.formData()
  try {
    const outcome = await changeImport(services, args.params.import, form)
    if (outcome === 'gone') return redirect(href('/shop/:domain/integrations/imports', { domain }))
    return redirect(href('/shop/:domain/integrations/imports/:import', { domain, import: args.params.import }))
  } catch (refusal) {
    const failure = toFormFailure(refusal)
    return data({ failure: failure.body.message }, { status: failure.status })
  }
})

export default function ImportRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{loaderData.page.fileName}</PageTitle>
      <ImportPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}
