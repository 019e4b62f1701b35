import { ModelSwitch } from '../../blocks/credit/model-switch.tsx'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { type Say, WordsProvider } from '../../language/index.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, type SearchState } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadProductsScreen } from './load-products.server.ts'
import { pageWords } from './words.server.ts'
import { useWords, type WordKey } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const state = parseSearch(new URL(args.request.url).searchParams)
  const { language } = services.shop.display
  const now = args.context.get(servicesContext).now()
  return {
    content: await loadProductsScreen({ services, preference, state, now }),
    words: pageWords.words(language),
    title: pageWords.say(language)('page.title'),
  }
})

export { ErrorPage as ErrorBoundary }

/** What each product sold, and what it contributes. */
export default function ProductsRoute({ loaderData: { content, words, title } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <PageTitle>{title}</PageTitle>
      <Products {...content} />
    </WordsProvider>
  )
}

function Products({ page, table, model, modelName }: Awaited<ReturnType<typeof loadProductsScreen>>) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage page={page} title={t('page.title')}>
        <div className="grid gap-2">
          <ModelSwitch model={model} state={page.state} />
          <p className="text-[13px] text-faint">{creditNote(page.state, modelName, t)}</p>
        </div>
        <TableSection
          caption={t('page.title')}
          findLabel={t('list.product')}
          note={t('list.note')}
          page={page}
          table={table}
          title={t('list.title')}
        />
      </FiguresPage>
    </main>
  )
}

/** How ads come to products, or why they do not. */
function creditNote({ filters }: SearchState, model: string, t: Say<WordKey>): string {
  return filters.some(({ dimension }) => dimension !== 'product') ? t('list.noAds') : t('list.ads', { model })
}
