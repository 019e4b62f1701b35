import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/changes-route.ts'
import { changeCosts } from './change-costs.server.ts'
import { ChangesScreen } from './costs-screens.tsx'
import { loadChangesScreen } from './load-costs.server.ts'
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
    content: await loadChangesScreen(request),
    words: wordsFor(language, 'changes'),
    title: pageWords.say(language)('changes.page'),
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { outcome, status } = await changeCosts(await currentShop(args), args.request)
  return data({ outcome }, { status })
})

export default function CostsChangesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <ChangesScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
