import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadCostsScreen } from './load-costs.server.ts'
import { CostsScreen } from './overview-screen.tsx'
import { pageWords, wordsFor } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const state = parseSearch(new URL(args.request.url).searchParams)
  const { language } = services.shop.display
  return {
    content: await loadCostsScreen({ services, state, now: args.context.get(servicesContext).now() }),
    words: wordsFor(language, 'overview'),
    title: pageWords.say(language)('page.title'),
  }
})

export default function CostsHomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <CostsScreen content={loaderData.content} />
    </WordsProvider>
  )
}
