import { type ComponentProps, Suspense } from 'react'
import { Later } from '../../ui/later.tsx'
import type { PageContent } from '../figures-page/load-page.server.ts'
import { LedgerTable } from './ledger-table.tsx'
import type { TableModel } from './model.ts'
import { TableFailed, TableSkeleton } from './table-states.tsx'

interface TableSectionProps
  extends Pick<ComponentProps<typeof LedgerTable>, 'title' | 'caption' | 'note' | 'findLabel'> {
  readonly table: Promise<TableModel>
  readonly page: PageContent
  readonly skeletonRows?: number
}

/** A table that streams in after the rest of the page, and fails independently. */
export function TableSection({ table, page, skeletonRows, ...texts }: TableSectionProps) {
  return (
    <Suspense fallback={<TableSkeleton rows={skeletonRows ?? 10} />}>
      <Later errorElement={<TableFailed title={texts.caption} />} resolve={table}>
        {(loaded) => (
          <LedgerTable
            {...texts}
            domain={page.shop.domain}
            mayOpenOrders={page.mayOpenOrders}
            state={page.state}
            table={loaded}
            than={page.period.than}
          />
        )}
      </Later>
    </Suspense>
  )
}
