import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import type { Route } from './+types/changes-route.ts'
import { changeAction } from './change-costs.server.ts'
import { ChangesScreen } from './costs-screens.tsx'
import { loadChangesScreen, screenLoader } from './load-costs.server.ts'

export const loader = screenLoader(loadChangesScreen, { kind: 'changes', title: 'changes.page' })

export const action = changeAction

export default function CostsChangesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <ChangesScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
