import { data, href, redirect } from 'react-router'
import { listCurrencies } from '../../blocks/shop/choices.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { changeCurrencies, loadCurrencies } from './currencies.server.ts'
import { CurrenciesPage } from './currencies-page.tsx'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const now = args.context.get(servicesContext).now()
  const done = args.url.searchParams.get('done')
  const { language } = services.shop.display
  const model = await loadCurrencies(services, { now, done, currencies: listCurrencies(language) })
  return { words: pageWords.words(language), model }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const change = await changeCurrencies(services, args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const page = href('/shop/:domain/settings/currencies', { domain: services.shop.domain })
  return redirect(`${page}?${new URLSearchParams({ done: change.done })}`)
})

export default function CurrenciesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <CurrenciesPage model={loaderData.model} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
