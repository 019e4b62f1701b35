import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/time-line-route.ts'
import { changeAction } from './change-costs.server.ts'
import { loadTimeLine } from './load-goods.server.ts'
import { TimeLine } from './time-line.tsx'
import { pageWords, wordsFor } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { language } = services.shop.display
  const line = await loadTimeLine(services, args.params.variant)
  return {
    line,
    words: wordsFor(language, 'products'),
    heading: pageWords.say(language)('entry.heading', { title: line.title }),
  }
})

export const action = changeAction

export default function CostsTimeLineRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.line.title}</PageTitle>
      <h1 className="sr-only">{loaderData.heading}</h1>
      <TimeLine line={loaderData.line} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
