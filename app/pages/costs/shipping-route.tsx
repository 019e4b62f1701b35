import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/shipping-route.ts'
import { changeCosts } from './change-costs.server.ts'
import { ShippingScreen } from './costs-screens.tsx'
import { loadShippingScreen } from './load-costs.server.ts'
import { pageWords, wordsFor } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { searchParams } = new URL(args.request.url)
  const services = await currentShop(args)
  const request = {
    services,
    state: parseSearch(searchParams),
    now: args.context.get(servicesContext).now(),
  }
  const { language } = services.shop.display
  return {
    content: await loadShippingScreen(request, searchParams),
    words: wordsFor(language, 'rules'),
    title: pageWords.say(language)('tab.shipping'),
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { outcome, status } = await changeCosts(await currentShop(args), args.request)
  return data({ outcome }, { status })
})

export default function CostsShippingRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <ShippingScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
