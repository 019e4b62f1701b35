import { Suspense } from 'react'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { toSearch } from '../../search/index.ts'
import { Later } from '../../ui/later.tsx'
import { CostKinds, CostKindsFailed, CostKindsSkeleton } from './cost-kinds.tsx'
import { FeeSources } from './fee-sources.tsx'
import type { loadCostsScreen, loadGatewayScreen, loadGoodsScreen, loadShippingScreen } from './load-costs.server.ts'
import { NoCostsNote } from './no-costs-note.tsx'

/** What profit needs, kind by kind. */
export function CostsScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadCostsScreen>> }) {
  const { page, kinds } = content
  return (
    <FiguresPage intro={<NoCostsNote />} page={page} title="Costs">
      <section aria-labelledby="kinds-heading">
        <h2 className="mb-3 font-semibold text-[15px]" id="kinds-heading">
          What profit needs
        </h2>
        <Suspense fallback={<CostKindsSkeleton />}>
          <Later errorElement={<CostKindsFailed />} resolve={kinds}>
            {(loaded) => <CostKinds domain={page.shop.domain} costs={loaded} search={toSearch(page.state)} />}
          </Later>
        </Suspense>
      </section>
    </FiguresPage>
  )
}

/** Products and variants sold. */
export function GoodsScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadGoodsScreen>> }) {
  return (
    <FiguresPage page={content.page} title="Goods">
      <TableSection
        caption="Products sold"
        findLabel="Name or SKU"
        note="Every product and variant of the range, as the orders name it. What a piece costs you is not known, so there is no margin."
        page={content.page}
        table={content.table}
        title="Products sold"
      />
    </FiguresPage>
  )
}

/** Payment methods, the base of fees. */
export function GatewayScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadGatewayScreen>> }) {
  return (
    <FiguresPage page={content.page} title="Payment fees">
      <TableSection
        caption="Orders by payment method"
        note="What buyers agreed to pay by each method, with tax and shipping. Fees are charged on what was captured, tips and gift cards included; what the providers keep is not known."
        page={content.page}
        skeletonRows={5}
        table={content.table}
        title="Payment methods"
      />
      <FeeSources store={content.feeStore} />
    </FiguresPage>
  )
}

/** Shipping charged to buyers. */
export function ShippingScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadShippingScreen>> }) {
  return (
    <FiguresPage page={content.page} title="Shipping">
      <TableSection
        caption="Shipping charged by country"
        note="What buyers paid for delivery, without tax. What your carriers charge you is not known, so nothing here says what shipping earns or costs."
        page={content.page}
        table={content.table}
        title="Shipping by country"
      />
    </FiguresPage>
  )
}
