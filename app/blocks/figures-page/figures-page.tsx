import type { ReactNode } from 'react'
import { Attention } from '../connections/attention.tsx'
import { ImportProgress } from '../connections/import-progress.tsx'
import { PeriodControl } from '../period/period-control.tsx'
import { ConnectFirst, NothingHere } from './empty-states.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { PageContent } from './load-page.server.ts'
import { PageHeader } from './page-header.tsx'

interface FiguresPageProps {
  readonly page: PageContent
  readonly title: string
  /** Shown even without figures. */
  readonly intro?: ReactNode
  /** The figures. */
  readonly children: ReactNode
}

/** Title, freshness and period on top; below it the figures, or the empty state that replaces them. */
export function FiguresPage({ page, title, intro, children }: FiguresPageProps) {
  const { shop, state, hasConnection, isEmpty } = page
  return (
    <>
      <PageHeader
        freshness={hasConnection ? page.freshness : undefined}
        isPartial={hasConnection && page.isPartial}
        title={title}
      >
        {hasConnection && <PeriodControl period={page.period} state={state} />}
      </PageHeader>
      <div className="mt-4 grid grid-cols-1 gap-6 sm:mt-6">
        <Attention domain={shop.domain} items={page.attention} />
        <ImportProgress domain={shop.domain} initial={{ importing: page.importing }} />
        {intro}
        <FilterChips labels={page.filters} state={state} />
        {!hasConnection && <ConnectFirst domain={shop.domain} />}
        {hasConnection && isEmpty && (
          <NothingHere
            firstYear={page.firstYear}
            isFiltered={state.filters.length > 0}
            isImporting={page.importing.length > 0}
            state={state}
          />
        )}
        {hasConnection && !isEmpty && children}
      </div>
    </>
  )
}
