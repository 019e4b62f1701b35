import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ErrorPage, PageTitle } from '../../frame/basic/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/route.ts'
import { loadProductsScreen } from './load-products.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) =>
  loadProductsScreen({
    services: await currentShop(args),
    state: parseSearch(new URL(args.request.url).searchParams),
    now: args.context.get(servicesContext).now(),
  }),
)

export { ErrorPage as ErrorBoundary }

/** What each product sold, and what it contributes. */
export default function ProductsRoute({ loaderData: { page, table } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Products</PageTitle>
      <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
        <FiguresPage page={page} title="Products">
          <TableSection
            caption="Products"
            findLabel="Product"
            note="Shipping, fees and handling of an order are shared among its products by their net value. Ads are not: what they cost belongs to no single product."
            page={page}
            table={table}
            title="Figures by product"
          />
        </FiguresPage>
      </main>
    </>
  )
}
