import { Suspense } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { printFigure } from '../../format/index.ts'
import { ArrowRight } from '../../icons.ts'
import { toSearch } from '../../search/index.ts'
import { Badge, Button, Card, Notice, Skeleton } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import type { loadCostsScreen, loadGatewayScreen, loadGoodsScreen, loadShippingScreen } from './load-costs.server.ts'
import type { CostKind, CostKinds as Costs } from './model.ts'

const standings = {
  known: { label: 'Known from the orders', tone: 'good' },
  spend: { label: 'Known', tone: 'good' },
  base: { label: 'Cost not known', tone: 'warn' },
  unknown: { label: 'Not known', tone: 'neutral' },
} as const satisfies Record<CostKind['standing'], unknown>

const pages = {
  goods: '/shop/:domain/costs/goods',
  gateway: '/shop/:domain/costs/gateway',
  shipping: '/shop/:domain/costs/shipping',
  campaigns: '/shop/:domain/campaigns',
  tracking: '/shop/:domain/tracking',
} as const

const leads = {
  goods: 'All products sold',
  gateway: 'All payment methods',
  shipping: 'Shipping by country',
  campaigns: 'All campaigns',
  tracking: 'Tag your ads',
} as const

interface CostKindsProps {
  readonly costs: Costs
  readonly domain: string
  /** Query string that keeps the period. */
  readonly search: string
}

/** The inputs of profit, by kind of cost. */
function CostKinds({ costs: { kinds, format }, domain, search }: CostKindsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      {kinds.map((kind) => (
        <li key={kind.key}>
          <Card aria-labelledby={`cost-${kind.key}`} className="flex h-full flex-col p-4 sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-[15px]" id={`cost-${kind.key}`}>
                {kind.title}
              </h3>
              <Badge tone={standings[kind.standing].tone}>{standings[kind.standing].label}</Badge>
            </div>
            {kind.facts.length > 0 && (
              <dl className="mt-3 grid gap-1.5 text-[13px]">
                {kind.facts.map((fact) => (
                  <div className="flex items-baseline justify-between gap-4" key={fact.label}>
                    <dt className="text-soft">{fact.label}</dt>
                    <dd className="font-medium tabular" suppressHydrationWarning>
                      {`${fact.isMore ? 'more than ' : ''}${printFigure(fact, format)}`}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            <p className="mt-3 text-pretty text-[13px] text-faint">{kind.text}</p>
            {kind.page && (
              <Link
                className="touch-target mt-auto inline-flex w-fit items-center gap-1.5 rounded pt-3 font-medium text-[13px] text-accent hover:underline"
                to={`${href(pages[kind.page], { domain })}${search}`}
              >
                {leads[kind.page]} <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
              </Link>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder while the kinds are loading. */
function CostKindsSkeleton() {
  return (
    <div aria-busy className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      <span className="sr-only">Loading what the orders tell</span>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton className="h-44 rounded-xl" key={index} />
      ))}
    </div>
  )
}

/** Replaces kinds that could not be loaded. */
function CostKindsFailed() {
  const { revalidate, state } = useRevalidator()
  return (
    <Card className="grid place-items-center gap-3 p-8 text-center" role="alert">
      <p className="text-soft">What the orders tell could not be loaded.</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} type="button">
        Try again
      </Button>
    </Card>
  )
}

/** A store platform, and the payment fees that it reports. */
interface FeeStore {
  readonly name: string
  readonly fees: string
}

/** Possible sources of payment fees for the shop's platform. */
function FeeSources({ store }: { readonly store: FeeStore | null }) {
  if (!store) return null
  return (
    <Card aria-labelledby="fee-sources" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="fee-sources">
        What {store.name} knows of fees
      </h2>
      <p className="mt-1.5 max-w-prose text-pretty text-soft">
        {store.fees} This version reads none of them: the table shows what the fees were charged on.
      </p>
    </Card>
  )
}

/** Explains why profit is not shown. */
function NoCostsNote() {
  return (
    <Notice severity="info">
      This version stores no costs, so it shows no profit: a profit without its costs would only look good. What is
      listed here comes from your orders and is the base that costs are counted on; every list can be downloaded.
    </Notice>
  )
}

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
