import { type ReactNode, Suspense } from 'react'
import { Await } from 'react-router'
import { Attention, ImportProgress } from '../../features/connections/index.ts'
import * as Overview from '../../features/overview/index.ts'
import { PeriodControl } from '../../features/period/index.ts'
import type { loadSummaryScreen } from './load-summary-screen.server.ts'

interface SummaryScreenProps {
  readonly content: Awaited<ReturnType<typeof loadSummaryScreen>>
  /** The list beside the page. */
  readonly children: ReactNode
}

/** The summary of a shop, or what stands in its place until there is one. */
export function SummaryScreen({ content, children }: SummaryScreenProps) {
  const { shop, summary, state, period, hasConnection, importing } = content
  const hasFigures = hasConnection && !summary.isEmpty
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <Overview.SummaryHeader
        freshness={hasConnection ? summary.freshness : undefined}
        isPartial={hasConnection && summary.isPartial}
        title="Summary"
      >
        {hasConnection && <PeriodControl period={period} state={state} />}
      </Overview.SummaryHeader>
      <div className="mt-4 grid grid-cols-1 gap-6 sm:mt-6">
        <Attention domain={shop.domain} items={content.attention} />
        <ImportProgress domain={shop.domain} initial={{ importing }} />
        <Overview.FilterChips labels={content.filters} state={state} />
        {!hasConnection && <Overview.ConnectFirst domain={shop.domain} />}
        {hasConnection && summary.isEmpty && (
          <Overview.NothingHere
            firstYear={content.firstYear}
            isFiltered={state.filters.length > 0}
            isImporting={importing.length > 0}
            state={state}
          />
        )}
        {hasFigures && <Figures content={content} />}
      </div>
      {children}
    </main>
  )
}

function Figures({ content }: Pick<SummaryScreenProps, 'content'>) {
  const { summary, state, period, breakdown, dimensions } = content
  return (
    <Overview.TileGrid state={state} summary={summary} than={period.than}>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Overview.ChartCard
          chart={summary.chart}
          choices={summary.tiles}
          interval={content.interval}
          intervals={content.intervals}
          isRunning={content.isRunning}
          state={state}
          than={period.than}
        />
        <Suspense fallback={<Overview.BreakdownSkeleton />}>
          <Await errorElement={<Overview.BreakdownFailed />} resolve={breakdown}>
            {(loaded) => loaded && <Overview.BreakdownCard breakdown={loaded} choices={dimensions} state={state} />}
          </Await>
        </Suspense>
      </div>
    </Overview.TileGrid>
  )
}
