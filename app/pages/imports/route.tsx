import { largestUploadMb } from '@tillsight/domain/inputs'
import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ageText, figureText, instantText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext, toFormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/route.ts'
import { ImportsPage } from './imports-page.tsx'
import { type ImportLine, stateTexts } from './model.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const now = args.context.get(servicesContext).now()
  return {
    domain: services.shop.domain,
    imports: services.may.importOrders ? await loadImports(services, now) : null,
    largestMb: largestUploadMb,
  }
})

/** The file is streamed, so the form is not parsed here. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const { headers, body } = args.request
  try {
    const { id } = await services.uploadImport({ contentType: headers.get('content-type') ?? '', body })
    return redirect(href('/shop/:domain/integrations/imports/:import', { domain: services.shop.domain, import: id }))
  } catch (refusal) {
    const failure = toFormFailure(refusal)
    return data({ failure: failure.body.message }, { status: failure.status })
  }
})

export default function ImportsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Orders from files</PageTitle>
      <ImportsPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}

/** The imports of a shop, the newest first. */
async function loadImports(services: ShopServices, now: string): Promise<readonly ImportLine[]> {
  const { zone, display } = services.shop
  const imports = await services.run('import.list')
  const count = (value: number) => figureText(value, 'count', display)
  return imports.map(({ id, fileName, formatLabel, state, createdAt, by, rowsGood, rowsBad }) => ({
    id,
    fileName,
    format: formatLabel === '' ? 'Not known yet' : formatLabel,
    state: { key: state, ...stateTexts[state] },
    began: `${instantText(createdAt, zone)} (${ageText(createdAt, now)})`,
    by: by ?? 'Command line',
    rows: count(rowsGood),
    leftOut: count(rowsBad),
  }))
}
