import { data, href, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { loadReconciliation, markOf, readRange, yesterdayOf } from './load-reconciliation.server.ts'
import { ReconciliationPage } from './reconciliation-page.tsx'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { searchParams } = new URL(args.request.url)
  const now = args.context.get(servicesContext).now()
  const { language } = services.shop.display
  const page = await loadReconciliation(services, now, searchParams)
  return {
    words: { ...pageWords.words(language), ...serverWords(language, [page.last, page.notes]) },
    title: pageWords.say(language)('page.title'),
    domain: services.shop.domain,
    page,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  const asked = new URLSearchParams({ from: formText(form, 'from'), to: formText(form, 'to') })
  const range = readRange(asked, yesterdayOf(services, args.context.get(servicesContext).now()))
  const before = markOf(await services.run('reconciliation.list', range))
  try {
    await services.run('reconciliation.request', range)
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, services.shop.display)
    return data({ failure: body.message }, { status })
  }
  const here = href('/shop/:domain/integrations/reconciliation', { domain: services.shop.domain })
  return redirect(`${here}?${new URLSearchParams({ ...range, after: before })}`)
})

export default function ReconciliationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <ReconciliationPage domain={loaderData.domain} failure={actionData?.failure} page={loaderData.page} />
    </WordsProvider>
  )
}
