import { Suspense } from 'react'
import { Await } from 'react-router'
import { TableFailed, TableSkeleton } from '../../features/ledger-tables/index.ts'
import { OriginsTable, SignalCard } from '../../features/origins/index.ts'
import { TodayCard } from '../../features/tracking/index.ts'
import { FiguresPage } from '../figures-page.tsx'
import type { loadTrackingScreen } from './load-tracking.server.ts'

/** Which orders say where they came from, and what to do so that more of them do. */
export function TrackingScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadTrackingScreen>> }) {
  const { page, store, visits } = content
  return (
    <FiguresPage page={page} title="Tracking">
      <Suspense fallback={<TableSkeleton rows={12} />}>
        <Await errorElement={<TableFailed title="Orders with a signal" />} resolve={visits}>
          {(origins) => (
            <>
              <div className="grid gap-6 lg:grid-cols-2">
                <SignalCard origins={origins} store={store} />
                <TodayCard domain={page.shop.domain} isRecording={origins.hasAny} store={store} />
              </div>
              <OriginsTable
                isFiltered={page.state.filters.length > 0}
                labelHeader="Visit from"
                origins={origins}
                store={store}
                title="Sources recorded on orders"
              />
            </>
          )}
        </Await>
      </Suspense>
    </FiguresPage>
  )
}
