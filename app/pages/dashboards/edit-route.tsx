import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/edit-route.ts'
import { changeBoard, loadEditing, toBoardFailure } from './change-board.server.ts'
import { EditPage } from './edit-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const editing = await loadEditing(services, args.params.dashboard, args.url.searchParams.get('widget'))
  const place = { domain: services.shop.domain, dashboard: args.params.dashboard }
  if (!editing.board.mayEdit) throw redirect(href('/shop/:domain/dashboards/:dashboard', place))
  return { ...editing, domain: services.shop.domain, isSaved: args.url.searchParams.has('saved') }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  const { domain } = services.shop
  const { dashboard } = args.params
  try {
    const outcome = await changeBoard(services, form, dashboard)
    if (outcome.kind === 'removed') return redirect(href('/shop/:domain/dashboards', { domain }))
    const page = href('/shop/:domain/dashboards/:dashboard/edit', { domain, dashboard })
    return redirect(outcome.kind === 'opened' ? `${page}?widget=${outcome.widget}` : `${page}?saved=1`)
  } catch (refusal) {
    const { failure, status } = toBoardFailure(refusal, form, services.shop.display.language)
    return data({ failure }, { status })
  }
})

export default function EditRoute({ loaderData, actionData }: Route.ComponentProps) {
  const title = loaderData.words.editOf.replace('{name}', loaderData.board.name)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <EditPage {...loaderData} failure={actionData?.failure} title={title} />
    </>
  )
}
