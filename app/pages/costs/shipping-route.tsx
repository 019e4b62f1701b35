import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import type { Route } from './+types/shipping-route.ts'
import { changeAction } from './change-costs.server.ts'
import { ShippingScreen } from './costs-screens.tsx'
import { loadShippingScreen, screenLoader } from './load-costs.server.ts'

export const loader = screenLoader(loadShippingScreen, { kind: 'rules', title: 'tab.shipping' })

export const action = changeAction

export default function CostsShippingRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <ShippingScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}
