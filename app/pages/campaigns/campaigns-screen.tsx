import { lazy, memo, type ReactNode, Suspense, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useTableWords } from '../../blocks/breakdown-table/words.ts'
import { Attention } from '../../blocks/connections/attention.tsx'
import { ImportProgress } from '../../blocks/connections/import-progress.tsx'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { FilterChips } from '../../blocks/figures-page/filter-chips.tsx'
import { PageHeader } from '../../blocks/figures-page/page-header.tsx'
import { RecordedSection } from '../../blocks/ledger-tables/recorded-section.tsx'
import { VisitsSection } from '../../blocks/ledger-tables/visits-section.tsx'
import { PeriodControl } from '../../blocks/period/period-control.tsx'
import { useText } from '../../language/index.ts'
import { LiveUpdates } from '../../live/live-updates.tsx'
import { parseSearch, type SearchState } from '../../search/index.ts'
import { Notice } from '../../ui/index.ts'
import { CampaignsTable } from './campaigns-table.tsx'
import type { loadCampaignsScreen } from './load-campaigns.server.ts'
import { useWords } from './words.ts'

// Needed until ads are connected, and not after.
const Platforms = lazy(async () => ({ default: (await import('./platform-cards.tsx')).Platforms }))

type Content = Awaited<ReturnType<typeof loadCampaignsScreen>>

interface CampaignsScreenProps {
  readonly content: Content
  /** Beside the title: saved views. */
  readonly actions: ReactNode
  /** The open panel. */
  readonly children: ReactNode
}

/** All ads, and campaigns as far as the shop's own orders name them. */
export function CampaignsScreen({ content, actions, children }: CampaignsScreenProps) {
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      {content.ads === null ? <Unconnected content={content} /> : <Connected actions={actions} content={content} />}
      {children}
    </main>
  )
}

/** Before any ad data exists: ways to connect some, and what the orders themselves record. */
function Unconnected({ content }: { readonly content: Content }) {
  const { page, platforms } = content
  const t = useText()
  return (
    <FiguresPage
      intro={
        <Suspense>
          <Platforms domain={page.shop.domain} platforms={platforms} />
        </Suspense>
      }
      page={page}
      title={t('nav.campaigns')}
    >
      <Orders content={content} />
    </FiguresPage>
  )
}

function Connected({ content, actions }: Omit<CampaignsScreenProps, 'children'>) {
  const { page, ads, version } = content
  const { state, tableState } = useShownState(content.state)
  const t = useText()
  const say = useWords()
  return (
    <>
      <PageHeader freshness={page.freshness} isPartial={page.isPartial} title={t('nav.campaigns')}>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {actions}
          <PeriodControl period={page.period} state={state} />
        </div>
      </PageHeader>
      <div className="mt-4 grid grid-cols-1 gap-6 sm:mt-6">
        <Attention domain={page.shop.domain} items={page.attention} />
        <ImportProgress domain={page.shop.domain} initial={{ importing: page.importing }} />
        <FilterChips labels={content.filters} state={state} />
        {ads?.state === 'failed' && (
          <Notice severity="serious">
            {say('table.failed')} {ads.message}
          </Notice>
        )}
        {ads?.state === 'ready' && <StillTable domain={page.shop.domain} state={tableState} table={ads.table} />}
        {!page.isEmpty && <StillOrders content={content} />}
      </div>
      <LiveUpdates shop={version.shops} version={version.version} />
    </>
  )
}

/** Does not re-render while a row's panel is opened. */
const StillTable = memo(CampaignsTable)
const StillOrders = memo(Orders)

/** Orders by what was recorded on them. */
function Orders({ content: { page, store, visits, recorded } }: { readonly content: Content }) {
  const say = useWords()
  const sayTable = useTableWords()
  return (
    <>
      <VisitsSection
        labelHeader={sayTable('one.campaign')}
        origins={visits}
        page={page}
        store={store}
        title={say('orders.named')}
      />
      <RecordedSection note={say('orders.coupon')} page={page} recorded={recorded} />
    </>
  )
}

interface ShownState {
  readonly state: SearchState
  /** The table's state, without the open panel: opening a row does not change it. */
  readonly tableState: SearchState
}

/** Expanding or opening a row does not reload the page: only the address changes. */
function useShownState(state: Content['state']): ShownState {
  const { search } = useLocation()
  const { unfolded, place } = useMemo(() => parseSearch(search), [search])
  const rows = unfolded.join('\n')
  const tableState = useMemo(
    () => ({ ...state, unfolded: rows === '' ? [] : rows.split('\n'), place: undefined }),
    [state, rows],
  )
  return { state: useMemo(() => ({ ...tableState, place }), [tableState, place]), tableState }
}
