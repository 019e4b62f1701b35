import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/figures-route.ts'
import { toBoardFailure } from './change-board.server.ts'
import { FiguresPage } from './figures-page.tsx'
import { changeFigures, loadFigures } from './own-figures.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const figures = await loadFigures(services, args.url.searchParams.get('figure'))
  return { ...figures, domain: services.shop.domain }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    await changeFigures(run, form)
    return redirect(href('/shop/:domain/dashboards/figures', { domain: shop.domain }))
  } catch (refusal) {
    const { failure, status } = toBoardFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function OwnFiguresRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{loaderData.words.figuresTitle}</PageTitle>
      <FiguresPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}
