import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import type { Route } from './+types/route.ts'
import { loadCostsScreen, screenLoader } from './load-costs.server.ts'
import { CostsScreen } from './overview-screen.tsx'

export const loader = screenLoader(loadCostsScreen, { kind: 'overview', title: 'page.title' })

export default function CostsHomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <CostsScreen content={loaderData.content} />
    </WordsProvider>
  )
}
