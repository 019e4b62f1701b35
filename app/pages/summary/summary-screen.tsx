import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useLocation } from 'react-router'
import { Attention } from '../../blocks/connections/attention.tsx'
import { PeriodControl } from '../../blocks/period/period-control.tsx'
import { useText } from '../../language/index.ts'
import { LiveUpdates } from '../../live/live-updates.tsx'
import { usePreference } from '../../preference/preference-provider.tsx'
import { parseSearch } from '../../search/index.ts'
import { orMissing } from '../../ui/index.ts'
import { SummaryBoard } from './layout/summary-board.tsx'
import type { printScreen } from './print-screen.server.ts'
import { unpackCatalogue } from './summary-catalogue.ts'
import { SummaryHeader } from './summary-header.tsx'

const loadFirstDays = () => import('./first-days.tsx')
const NoFigures = lazy(() => orMissing(loadFirstDays().then((piece) => piece.NoFigures)))
const ImportProgress = lazy(() => orMissing(loadFirstDays().then((piece) => piece.ImportProgress)))

const FilterChips = lazy(() =>
  orMissing(import('../../blocks/figures-page/filter-chips.tsx').then((piece) => piece.FilterChips)),
)

interface SummaryScreenProps {
  readonly content: ReturnType<typeof printScreen>
  /** Beside the title: saved views. */
  readonly actions?: ReactNode
  /** The open panel. */
  readonly children: ReactNode
}

/** A shop's summary, or the empty state that replaces it. */
export function SummaryScreen({ content, actions, children }: SummaryScreenProps) {
  const t = useText()
  const { layout } = usePreference().preference.summary
  const { shop, period, hasConnection } = content
  const model = useMemo(
    () => ({ ...content.model, catalogue: unpackCatalogue(content.model.catalogue) }),
    [content.model],
  )
  const page = useShownPage(content.page)
  const { state } = page
  const hasBoard = showsBoard(content, state.customise)
  const notices = <Notices content={content} />
  return (
    <main className={`mx-auto px-4 pb-12 sm:px-8 ${layout.fluid ? '' : 'max-w-[1600px]'}`} id="content" tabIndex={-1}>
      <SummaryHeader
        actions={actions}
        canCustomise={hasConnection}
        isPartial={hasConnection && model.isPartial}
        state={state}
        title={t('nav.summary')}
      >
        {hasConnection && <PeriodControl period={period} state={state} />}
      </SummaryHeader>
      <div className="mt-4 grid grid-cols-1 gap-6 sm:mt-6">
        {!hasBoard && notices}
        {content.filters.length > 0 && (
          <Suspense>
            <FilterChips labels={content.filters} state={state} />
          </Suspense>
        )}
        {!hasBoard && (
          <Suspense>
            <NoFigures content={content} state={state} />
          </Suspense>
        )}
        {hasBoard && <SummaryBoard model={model} notices={notices} page={page} />}
      </div>
      {hasConnection && <LiveUpdates shop={shop.id} version={content.version} />}
      {children}
    </main>
  )
}

/** Whether there is something to show, or to arrange. */
function showsBoard({ hasConnection, model }: SummaryScreenProps['content'], isArranging: boolean): boolean {
  return hasConnection && (!model.isEmpty || isArranging)
}

/** What to know before trusting the figures. */
function Notices({ content: { shop, attention, importing } }: Pick<SummaryScreenProps, 'content'>) {
  return (
    <>
      <Attention domain={shop.domain} items={attention} />
      {importing.length > 0 && (
        <Suspense>
          <ImportProgress domain={shop.domain} initial={{ importing }} />
        </Suspense>
      )}
    </>
  )
}

/** Starting or ending customisation does not reload the page: only the address changes. */
function useShownPage(page: SummaryScreenProps['content']['page']): typeof page {
  const { customise } = parseSearch(useLocation().search)
  return useMemo(() => ({ ...page, state: { ...page.state, customise } }), [page, customise])
}
