import { loadChoice } from '../../blocks/credit/load-choice.server.ts'
import { loadJourney } from '../../blocks/journey/load-journey.server.ts'
import { loadOrder, printOrder } from '../../blocks/order/load-order.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, notFound } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/order-route.ts'
import { loadOrderChanges } from './load-order-changes.server.ts'
import { OrderScreen } from './order-screen.tsx'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { order: id, domain } = args.params
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, domain)])
  const { language } = services.shop.display
  const say = pageWords.say(language)
  if (!services.may.openOrders) throw notFound(say('order.refused'))
  const state = parseSearch(new URL(args.request.url).searchParams)
  const choice = await loadChoice({ services, state, preference })
  const [order, journey] = await Promise.all([loadOrder(services, id), loadJourney({ services, choice }, id)])
  if (!order) throw notFound(textFor(language)('order.not_counted'))
  const changes = await loadOrderChanges(services, order)
  return {
    shown: {
      order: printOrder(order, services),
      journey: journey ?? null,
      changes,
      state,
      domain,
      model: choice.model,
    },
    words: pageWords.words(language),
    title: say('page.of', { name: order.name }),
  }
})

export { ErrorPage as ErrorBoundary }

export default function OrderRoute({ loaderData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <OrderScreen {...loaderData.shown} />
    </WordsProvider>
  )
}
