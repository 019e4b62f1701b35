import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { WordsProvider } from '../../language/index.ts'
import { failureLogContext, guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { HubScreen } from './hub-screen.tsx'
import { loadHubScreen } from './load-hub-screen.server.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

/** Less than the timeout of a page's streamed parts. */
const patienceMs = 4_000

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const log = args.context.get(failureLogContext)
  const current = await currentShop(args)
  const content = await loadHubScreen({
    services: args.context.get(servicesContext),
    current,
    state: parseSearch(new URL(args.request.url).searchParams),
    patience: AbortSignal.timeout(patienceMs),
    report: (failure) => log(failure, args.request),
  })
  return { content, words: pageWords.words(current.shop.display.language) }
})

export default function HubRoute({ loaderData: { content, words } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <Title />
      <HubScreen content={content} />
    </WordsProvider>
  )
}

function Title() {
  const t = useWords()
  return <PageTitle>{t('title')}</PageTitle>
}
