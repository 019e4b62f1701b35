import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { LivePage } from './live-page.tsx'
import { loadLive } from './load-live.server.ts'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { language } = services.shop.display
  return {
    words: pageWords.words(language),
    title: pageWords.say(language)('page.title'),
    live: await loadLive(services, args.context.get(servicesContext).now()),
  }
})

export default function TrackingLiveRoute({ loaderData: { words, title, live } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <PageTitle>{title}</PageTitle>
      <LivePage initial={live} key={live.domain} />
    </WordsProvider>
  )
}
