import { modelName } from '../../blocks/credit/credit-choice.ts'
import { ModelSwitch } from '../../blocks/credit/model-switch.tsx'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, type SearchState } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadProductsScreen } from './load-products.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const state = parseSearch(new URL(args.request.url).searchParams)
  return loadProductsScreen({ services, preference, state, now: args.context.get(servicesContext).now() })
})

export { ErrorPage as ErrorBoundary }

/** What each product sold, and what it contributes. */
export default function ProductsRoute({ loaderData: { page, table, model } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Products</PageTitle>
      <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
        <FiguresPage page={page} title="Products">
          <div className="grid gap-2">
            <ModelSwitch model={model} state={page.state} />
            <p className="text-[13px] text-faint">{creditNote(page.state, model)}</p>
          </div>
          <TableSection
            caption="Products"
            findLabel="Product"
            note="Shipping, fees and handling of an order are shared among its products by their net value."
            page={page}
            table={table}
            title="Figures by product"
          />
        </FiguresPage>
      </main>
    </>
  )
}

/** How ads come to products, or why they do not. */
function creditNote({ filters }: SearchState, model: string): string {
  return filters.some(({ dimension }) => dimension !== 'product')
    ? 'Ads are not told for products with filters of other kinds: credit is not divided further than by product.'
    : `Ads are credited to products by the orders that they earn, under “${modelName(model)}”. Spend without credit is not attributable.`
}
