import { type ReactNode, Suspense } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { printFigure } from '../../format/index.ts'
import { ArrowRight } from '../../icons.ts'
import { toSearch } from '../../search/index.ts'
import { Badge, Button, Card, Notice, Skeleton } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import { ChangesCard, MarginCard, SettingsCard } from './changes.tsx'
import { GoodsEditor } from './goods-editor.tsx'
import type {
  loadChangesScreen,
  loadCostsScreen,
  loadGatewayScreen,
  loadGoodsScreen,
  loadHandlingScreen,
  loadShippingScreen,
} from './load-costs.server.ts'
import type { CostKind, CostOutcome, CostKinds as Costs } from './model.ts'
import { RuleCard } from './rules.tsx'

const standings = {
  known: { label: 'Known', tone: 'good' },
  spend: { label: 'Known', tone: 'good' },
  base: { label: 'In part not known', tone: 'warn' },
  unknown: { label: 'Not known', tone: 'neutral' },
} as const satisfies Record<CostKind['standing'], unknown>

const pages = {
  goods: '/shop/:domain/costs/goods',
  gateway: '/shop/:domain/costs/gateway',
  shipping: '/shop/:domain/costs/shipping',
  handling: '/shop/:domain/costs/handling',
  spend: '/shop/:domain/campaigns/spend',
  campaigns: '/shop/:domain/campaigns',
  tracking: '/shop/:domain/tracking',
} as const

const leads = {
  goods: 'All products sold',
  gateway: 'All payment methods',
  shipping: 'Shipping by country',
  handling: 'Rules',
  spend: 'Entered expenses',
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
        {store.fees} A fee that the store tells is used as it is; for other payments the rule of their method holds.
      </p>
    </Card>
  )
}

/** Waits for what only some may see, and says so to the others. */
function Told<Value>({
  value,
  children,
}: {
  readonly value: Promise<Value | null>
  readonly children: (value: Value) => ReactNode
}) {
  return (
    <Suspense fallback={<Skeleton className="h-44 rounded-xl" />}>
      <Later errorElement={<CostKindsFailed />} resolve={value}>
        {(loaded) =>
          loaded === null ? (
            <Notice severity="info">Your role does not show what things cost. An owner or admin enters it.</Notice>
          ) : (
            children(loaded)
          )
        }
      </Later>
    </Suspense>
  )
}

interface ScreenProps<Load extends (...args: never[]) => unknown> {
  readonly content: Awaited<ReturnType<Load>>
  readonly outcome: CostOutcome | undefined
}

/** What profit needs, kind by kind. */
export function CostsScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadCostsScreen>> }) {
  const { page, kinds } = content
  return (
    <FiguresPage page={page} title="Costs">
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

/** Products and variants sold, and what they cost. */
export function GoodsScreen({ content, outcome }: ScreenProps<typeof loadGoodsScreen>) {
  return (
    <FiguresPage page={content.page} title="Goods">
      <Told value={content.goods}>
        {(goods) => (
          <div className="grid gap-4">
            <GoodsEditor goods={goods} outcome={outcome} />
            <MarginCard goods={goods} outcome={outcome} />
          </div>
        )}
      </Told>
      <TableSection
        caption="Products sold"
        findLabel="Name or SKU"
        note="Every product and variant of the range, as the orders name it, and what is left of it after its costs."
        page={content.page}
        table={content.table}
        title="Products sold"
      />
    </FiguresPage>
  )
}

/** Payment methods and their fees. */
export function GatewayScreen({ content, outcome }: ScreenProps<typeof loadGatewayScreen>) {
  return (
    <FiguresPage page={content.page} title="Payment fees">
      <TableSection
        caption="Orders by payment method"
        note="What buyers agreed to pay by each method, with tax and shipping, and what the provider kept of what was captured."
        page={content.page}
        skeletonRows={5}
        table={content.table}
        title="Payment methods"
      />
      <Told value={content.rules}>
        {(rules) => (
          <RuleCard
            kind="fee"
            model={rules}
            none="There is no rule: fees that the store does not tell are unknown, never 0. A method that costs nothing needs a rule of 0 %."
            note="For payments whose fee the store does not tell. The latest rule of a method holds."
            outcome={outcome}
            title="Rules"
          />
        )}
      </Told>
      <FeeSources store={content.feeStore} />
    </FiguresPage>
  )
}

/** Shipping charged to buyers, and by carriers. */
export function ShippingScreen({ content, outcome }: ScreenProps<typeof loadShippingScreen>) {
  return (
    <FiguresPage page={content.page} title="Shipping">
      <TableSection
        caption="Shipping by country"
        note="What buyers paid for delivery, without tax, what carriers charged, and what is left of it."
        page={content.page}
        table={content.table}
        title="Shipping by country"
      />
      <Told value={content.rules}>
        {(rules) => (
          <RuleCard
            kind="shipping"
            model={rules}
            none="There is no rule: what carriers charge is unknown, never 0."
            note="The first that fits holds: by weight, by method, for each order, for each piece, as charged. Digital goods and collected orders cost nothing."
            outcome={outcome}
            title="Rules"
          />
        )}
      </Told>
    </FiguresPage>
  )
}

/** Handling, return labels and expenses that grow with orders. */
export function HandlingScreen({ content, outcome }: ScreenProps<typeof loadHandlingScreen>) {
  const { domain } = content.page.shop
  return (
    <FiguresPage page={content.page} title="Handling and expenses">
      <Told value={content.rules}>
        {(rules) => (
          <div className="grid gap-4">
            <RuleCard
              kind="handling"
              model={rules}
              none="Nothing is counted for picking and packing."
              note="Picking, packing and material, for orders with anything to send."
              outcome={outcome}
              title="Handling"
            />
            <RuleCard
              kind="return"
              model={rules}
              none="Nothing is counted for goods sent back."
              note="Counted on the day of the first refund of goods."
              outcome={outcome}
              title="Returns"
            />
            <RuleCard
              kind="expense"
              model={rules}
              none="There is no expense that grows with orders."
              note="Such as a royalty or a fulfilment fee. They lower the contribution of each order."
              outcome={outcome}
              title="Expenses per order"
            />
          </div>
        )}
      </Told>
      <p className="text-soft">
        Rent, wages, agencies and whatever else is paid by the month stand with{' '}
        <Link className="rounded text-accent hover:underline" to={href('/shop/:domain/campaigns/spend', { domain })}>
          custom spend
        </Link>
        : an entry there counts as ad spend, as marketing or as another expense.
      </p>
    </FiguresPage>
  )
}

/** The shop's choices, and every change of costs. */
export function ChangesScreen({ content, outcome }: ScreenProps<typeof loadChangesScreen>) {
  return (
    <FiguresPage page={content.page} title="Changes and choices">
      <Told value={content.changes}>{(changes) => <ChangesCard model={changes} outcome={outcome} />}</Told>
      <Told value={content.settings}>{(settings) => <SettingsCard model={settings} outcome={outcome} />}</Told>
    </FiguresPage>
  )
}
