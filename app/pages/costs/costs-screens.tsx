import { type ReactNode, Suspense } from 'react'
import { href, Link } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TableSection } from '../../blocks/ledger-tables/table-section.tsx'
import { Sentence, Tagged } from '../../language/index.ts'
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
import { useWords } from './words.ts'

/** A store platform, and the payment fees that it reports. */
interface FeeStore {
  readonly name: string
  readonly fees: string
  /** Of a platform whose sentence is not translated. */
  readonly isEnglish: boolean
}

/** Possible sources of payment fees for the shop's platform. */
function FeeSources({ store }: { readonly store: FeeStore | null }) {
  const t = useWords()
  if (!store) return null
  return (
    <Card aria-labelledby="fee-sources" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="fee-sources">
        {t('fees.store', { store: store.name })}
      </h2>
      <p className="mt-1.5 max-w-prose text-pretty text-soft">
        <Sentence isEnglish={store.isEnglish} text={store.fees} /> {t('fees.storeNote')}
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
  const t = useWords()
  return (
    <Suspense fallback={<Skeleton className="h-44 rounded-xl" />}>
      <Later errorElement={<CostKindsFailed />} resolve={value}>
        {(loaded) =>
          loaded === null ? (
            <Notice severity="info">{t('role.hidden')}</Notice>
          ) : (
            <div className="grid grid-cols-1 gap-4">
              {!loaded.mayEnter && <Notice severity="info">{t('role.readOnly')}</Notice>}
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
  const t = useWords()
  return (
    <FiguresPage page={content.page} title={t('tab.goods')}>
      <Told value={content.goods}>
        {(goods) => (
          <>
            <GoodsEditor goods={goods} outcome={outcome} search={toSearch(content.page.state)} />
            <MarginCard goods={goods} outcome={outcome} />
          </>
        )}
      </Told>
      <TableSection
        caption={t('goods.title')}
        findLabel={t('goods.find')}
        note={t('goods.note')}
        page={content.page}
        table={content.table}
        title={t('goods.title')}
      />
    </FiguresPage>
  )
}

/** Payment methods and their fees. */
export function GatewayScreen({ content, outcome }: ScreenProps<typeof loadGatewayScreen>) {
  const t = useWords()
  return (
    <FiguresPage page={content.page} title={t('tab.gateway')}>
      <Lead told={content.told} />
      <TableSection
        caption={t('gateway.caption')}
        note={t('gateway.note')}
        page={content.page}
        skeletonRows={5}
        table={content.table}
        title={t('gateway.methods')}
      />
      <Told value={content.rules}>
        {(rules) => (
          <>
            <RuleCard
              kind="fee"
              model={rules}
              none={t('fee.none')}
              note={t('fee.note')}
              outcome={outcome}
              title={t('rules.title')}
            />
            {content.keepsCosts && (
              <RuleCard
                kind="feeMeta"
                model={rules}
                none={t('feeMeta.none')}
                note={t('feeMeta.note')}
                outcome={outcome}
                title={t('feeMeta.title')}
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
  const t = useWords()
  return (
    <FiguresPage page={content.page} title={t('tab.shipping')}>
      <Lead told={content.told} />
      <TableSection
        caption={t('shipping.byCountry')}
        note={t('shipping.byCountryNote')}
        page={content.page}
        table={content.table}
        title={t('shipping.byCountry')}
      />
      <ShippingMethods methods={content.methods} page={content.page} />
      <Told value={content.rules}>
        {(rules) => (
          <>
            <RuleCard
              kind="shipping"
              model={rules}
              none={t('carrier.none')}
              note={t('carrier.note')}
              outcome={outcome}
              title={t('rules.title')}
            />
            {content.keepsCosts && (
              <RuleCard
                kind="labelMeta"
                model={rules}
                none={t('labelMeta.none')}
                note={t('labelMeta.note')}
                outcome={outcome}
                title={t('labelMeta.title')}
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
  const t = useWords()
  const { domain } = content.page.shop
  return (
    <FiguresPage page={content.page} title={t('tab.handling')}>
      <Told value={content.rules}>
        {(rules) => (
          <>
            <RuleCard
              kind="handling"
              model={rules}
              none={t('handle.none')}
              note={t('handle.note')}
              outcome={outcome}
              title={t('handle.title')}
            />
            <RuleCard
              kind="return"
              model={rules}
              none={t('return.none')}
              note={t('return.note')}
              outcome={outcome}
              title={t('returns.title')}
            />
            <RuleCard
              kind="expense"
              model={rules}
              none={t('expense.none')}
              note={t('expense.note')}
              outcome={outcome}
              title={t('expense.title')}
            />
          </>
        )}
      </Told>
      <p className="text-soft">
        <Tagged
          tags={{
            spend: (text) => (
              <Link
                className="rounded text-accent underline underline-offset-3"
                to={href('/shop/:domain/campaigns/spend', { domain })}
              >
                {text}
              </Link>
            ),
          }}
          text={t('handling.monthly')}
        />
      </p>
    </FiguresPage>
  )
}

/** The shop's choices, and every change of costs. */
export function ChangesScreen({ content, outcome }: ScreenProps<typeof loadChangesScreen>) {
  const t = useWords()
  return (
    <FiguresPage page={content.page} title={t('changes.page')}>
      <Told value={content.changes}>{(changes) => <ChangesCard model={changes} outcome={outcome} />}</Told>
      <Told value={content.settings}>{(settings) => <SettingsCard model={settings} outcome={outcome} />}</Told>
    </FiguresPage>
  )
}
