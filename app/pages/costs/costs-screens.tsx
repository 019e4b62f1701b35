import { type ReactNode, Suspense } from 'react'
import { href, Link } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { toSearch } from '../../search/index.ts'
import { Card, Notice, Skeleton } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import { ChangesCard, MarginCard, SettingsCard } from './changes.tsx'
import { GoodsEditor } from './goods-editor.tsx'
import type {
  loadChangesScreen,
  loadGatewayScreen,
  loadGoodsScreen,
  loadHandlingScreen,
  loadShippingScreen,
} from './load-costs.server.ts'
import type { CostOutcome } from './model.ts'
import { CostKindsFailed } from './overview-screen.tsx'
import { RuleCard } from './rules.tsx'
import { ShippingMethods } from './shipping-methods.tsx'
import { ShippingTester } from './shipping-tester.tsx'

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

/** Waits for what only some may see, and says so to the others, and to those who may not change it. */
function Told<Value extends { readonly mayEnter: boolean }>({
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
            <div className="grid grid-cols-1 gap-4">
              {!loaded.mayEnter && (
                <Notice severity="info">You see what things cost; an owner or admin enters and changes it.</Notice>
              )}
              {children(loaded)}
            </div>
          )
        }
      </Later>
    </Suspense>
  )
}

/** What the page comes to, in a sentence. */
function Lead({ told }: { readonly told: Promise<string> }) {
  return (
    <Suspense fallback={<Skeleton className="h-6 w-2/3" />}>
      <Later errorElement={<CostKindsFailed />} resolve={told}>
        {(text) => (
          <p className="text-pretty font-semibold text-[15px]" suppressHydrationWarning>
            {text}
          </p>
        )}
      </Later>
    </Suspense>
  )
}

interface ScreenProps<Load extends (...args: never[]) => unknown> {
  readonly content: Awaited<ReturnType<Load>>
  readonly outcome: CostOutcome | undefined
}

/** Products and variants sold, and what they cost. */
export function GoodsScreen({ content, outcome }: ScreenProps<typeof loadGoodsScreen>) {
  return (
    <FiguresPage page={content.page} title="Product costs">
      <Told value={content.goods}>
        {(goods) => (
          <>
            <GoodsEditor goods={goods} outcome={outcome} search={toSearch(content.page.state)} />
            <MarginCard goods={goods} outcome={outcome} />
          </>
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
      <Lead told={content.told} />
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
          <>
            <RuleCard
              kind="fee"
              model={rules}
              none="There is no rule: fees that the store does not tell are unknown, never 0. A method that costs nothing needs a rule of 0 %."
              note="For payments whose fee the store does not tell. The latest rule of a method holds."
              outcome={outcome}
              title="Rules"
            />
            {content.keepsCosts && (
              <RuleCard
                kind="feeMeta"
                model={rules}
                none="Only fees of Stripe, WooPayments and PayPal are found by themselves."
                note="Where another payment plug-in keeps its fee with orders. A fee that cannot be true is not used, and the rule holds."
                outcome={outcome}
                title="Fees that plug-ins keep"
              />
            )}
          </>
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
      <Lead told={content.told} />
      <TableSection
        caption="Shipping by country"
        note="What buyers paid for delivery, without tax, what carriers charged, and what is left of it."
        page={content.page}
        table={content.table}
        title="Shipping by country"
      />
      <ShippingMethods methods={content.methods} page={content.page} />
      <Told value={content.rules}>
        {(rules) => (
          <>
            <RuleCard
              kind="shipping"
              model={rules}
              none="There is no rule: what carriers charge is unknown, never 0."
              note="The first that fits holds: by weight, by method, for each order, for each piece, as charged. Digital goods and collected orders cost nothing."
              outcome={outcome}
              title="Rules"
            />
            {content.keepsCosts && (
              <RuleCard
                kind="labelMeta"
                model={rules}
                none="No field is read."
                note="Where a shipping plug-in keeps what labels cost with orders. It counts before rules and files."
                outcome={outcome}
                title="Costs that plug-ins keep"
              />
            )}
          </>
        )}
      </Told>
      <Suspense fallback={<Skeleton className="h-44 rounded-xl" />}>
        <Later errorElement={<CostKindsFailed />} resolve={content.trial}>
          {(trial) => trial && <ShippingTester search={toSearch(content.page.state)} trial={trial} />}
        </Later>
      </Suspense>
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
          <>
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
          </>
        )}
      </Told>
      <p className="text-soft">
        Rent, wages, agencies and whatever else is paid by the month stand with{' '}
        <Link
          className="rounded text-accent underline underline-offset-3"
          to={href('/shop/:domain/campaigns/spend', { domain })}
        >
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
