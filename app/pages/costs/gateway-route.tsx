import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import type { Route } from './+types/gateway-route.ts'
import { changeAction } from './change-costs.server.ts'
import { GatewayScreen } from './costs-screens.tsx'
import { loadGatewayScreen, screenLoader } from './load-costs.server.ts'

export const loader = screenLoader(loadGatewayScreen, { kind: 'rules', title: 'tab.gateway' })

export const action = changeAction

export default function CostsGatewayRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <GatewayScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
