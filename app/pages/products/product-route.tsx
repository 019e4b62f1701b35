import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/product-route.ts'
import { loadProductScreen } from './load-product.server.ts'
import { ProductScreen } from './product-screen.tsx'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { domain, product } = args.params
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, domain)])
  const state = parseSearch(new URL(args.request.url).searchParams)
  const now = args.context.get(servicesContext).now()
  return {
    content: await loadProductScreen({ services, preference, state, now }, product),
    words: pageWords.words(services.shop.display.language),
  }
})

export { ErrorPage as ErrorBoundary }

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.content.product.title}</PageTitle>
      <ProductScreen content={loaderData.content} />
    </WordsProvider>
  )
}
