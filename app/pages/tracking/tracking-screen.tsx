import { Suspense } from 'react'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { OriginsTable } from '../../blocks/ledger-tables/origins-table.tsx'
import { SignalCard } from '../../blocks/ledger-tables/signal-card.tsx'
import { TableFailed, TableSkeleton } from '../../blocks/ledger-tables/table-states.tsx'
import { Later } from '../../ui/later.tsx'
import { ArrivalsCard } from './arrivals-card.tsx'
import { ConsentCard } from './consent-card.tsx'
import { FurtherCard } from './further-card.tsx'
import { InstallCard } from './install-card.tsx'
import type { loadTrackingScreen } from './load-tracking.server.ts'
import { TodayCard } from './today-card.tsx'

/** Putting the script into the shop, whether it is heard, and which orders already say where they came from. */
export function TrackingScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadTrackingScreen>> }) {
  const { page, store, originNotes, visits, install } = content
  return (
    <FiguresPage intro={<Installing install={install} />} page={page} title="Tracking">
      <Suspense fallback={<TableSkeleton rows={12} />}>
        <Later errorElement={<TableFailed title="Orders with a signal" />} resolve={visits}>
          {(origins) => (
            <>
              <div className="grid gap-6 lg:grid-cols-2">
                <SignalCard origins={origins} store={store} />
                <TodayCard
                  domain={page.shop.domain}
                  isRecording={origins.hasAny}
                  originNotes={originNotes}
                  store={store}
                />
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
        </Later>
      </Suspense>
    </FiguresPage>
  )
}

function Installing({ install }: Pick<Awaited<ReturnType<typeof loadTrackingScreen>>, 'install'>) {
  const { domain, arrivals } = install
  return (
    <>
      <ArrivalsCard domain={domain} initial={arrivals} key={domain} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] xl:items-start">
        <InstallCard install={install} />
        <div className="grid grid-cols-1 gap-6">
          <ConsentCard consent={install.consent} ownConsent={install.ownConsent} />
          <FurtherCard domain={domain} />
        </div>
      </div>
    </>
  )
}
