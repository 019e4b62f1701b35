import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import type { Route } from './+types/handling-route.ts'
import { changeAction } from './change-costs.server.ts'
import { HandlingScreen } from './costs-screens.tsx'
import { loadHandlingScreen, screenLoader } from './load-costs.server.ts'

export const loader = screenLoader(loadHandlingScreen, { kind: 'rules', title: 'tab.handling' })

export const action = changeAction

export default function CostsHandlingRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <HandlingScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
