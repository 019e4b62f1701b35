import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import type { loadProductsScreen } from './load-products.server.ts'

type Content = Awaited<ReturnType<typeof loadProductsScreen>>

/** What each product sold, and what it contributes. */
export function ProductsScreen({ content: { page, table } }: { readonly content: Content }) {
  return (
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
  )
}
