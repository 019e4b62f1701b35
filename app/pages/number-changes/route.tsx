import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { ChangesPage } from './changes-page.tsx'
import { loadChanges } from './load-changes.server.ts'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const now = args.context.get(servicesContext).now()
  const { language } = services.shop.display
  return {
    words: pageWords.words(language),
    title: pageWords.say(language)('page.title'),
    domain: services.shop.domain,
    page: await loadChanges(services, now, new URL(args.request.url).searchParams),
  }
})

export default function NumberChangesRoute({ loaderData: { words, title, ...shown } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <PageTitle>{title}</PageTitle>
      <ChangesPage {...shown} />
    </WordsProvider>
  )
}
