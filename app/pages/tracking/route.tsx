import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadTrackingScreen } from './load-tracking.server.ts'
import { TrackingScreen } from './tracking-screen.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const params = new URL(args.request.url).searchParams
  const services = await currentShop(args)
  const content = await loadTrackingScreen({
    services,
    params,
    state: parseSearch(params),
    now: args.context.get(servicesContext).now(),
  })
  const { language } = services.shop.display
  const { steps, ownConsent } = content.install
  return {
    ...content,
    words: { ...pageWords.words(language), ...serverWords(language, [steps, ownConsent, content.originNotes]) },
  }
})

export default function TrackingHomeRoute({ loaderData: { words, ...content } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <Title />
      <TrackingScreen content={content} />
    </WordsProvider>
  )
}

function Title() {
  const t = useWords()
  return <PageTitle>{t('title')}</PageTitle>
}
