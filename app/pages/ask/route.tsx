import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { useText } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { AskPage } from './ask-page.tsx'
import { loadAsk } from './load-ask.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadAsk({
    services: await currentShop(args),
    question: new URL(args.request.url).searchParams.get('q') ?? '',
    now: args.context.get(servicesContext).now(),
  }),
)

export { ErrorPage as ErrorBoundary }

/** A question in somebody's own words, and the figure that answers it. */
export default function AskRoute({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <PageTitle>{t('ask.title')}</PageTitle>
      <AskPage model={loaderData} />
    </>
  )
}
