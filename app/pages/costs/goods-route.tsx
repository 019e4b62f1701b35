import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import type { Route } from './+types/goods-route.ts'
import { changeAction } from './change-costs.server.ts'
import { GoodsScreen } from './costs-screens.tsx'
import { loadGoodsScreen, screenLoader } from './load-costs.server.ts'

export const loader = screenLoader(loadGoodsScreen, { kind: 'products', title: 'tab.goods' })

export const action = changeAction

export default function CostsGoodsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <GoodsScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
