import { lazy, Suspense } from 'react'
import { loadJourney } from '../../blocks/journey/load-journey.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, notFound } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/journey-route.ts'
import { askCredit } from './query.server.ts'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  if (!services.may.openOrders) throw notFound(pageWords.say(services.shop.display.language)('refused.orders'))
  const query = await askCredit({ services, preference, state })
  const journey = await loadJourney(query, args.params.order)
  return { journey, state, domain: services.shop.domain, model: query.choice.model }
})

const JourneyPanel = lazy(async () => {
  const { JourneyPanel: Panel } = await import('./journey-panel.tsx')
  return { default: Panel }
})

/** The journey panel: one order, its touchpoints, and the credit of each. */
export default function AttributionsJourneyRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <JourneyPanel {...loaderData} />
    </Suspense>
  )
}
