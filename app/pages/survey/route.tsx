import { data, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { changeSurvey } from './change-survey.server.ts'
import { loadSurveyScreen } from './load-survey-page.server.ts'
import { SurveyScreen } from './survey-screen.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const params = args.url.searchParams
  return loadSurveyScreen({
    services: await currentShop(args),
    params,
    state: parseSearch(params),
    now: args.context.get(servicesContext).now(),
  })
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const change = await changeSurvey(await currentShop(args), args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const search = new URLSearchParams(args.url.searchParams)
  search.set('done', change.done)
  return redirect(`${args.url.pathname}?${search}#done`)
})

export default function TrackingSurveyRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Survey</PageTitle>
      <SurveyScreen content={loaderData} outcome={actionData?.outcome} />
    </>
  )
}
