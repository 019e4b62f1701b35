import { type ComponentProps, Suspense } from 'react'
import { Later } from '../../ui/later.tsx'
import type { PageContent } from '../figures-page/load-page.server.ts'
import type { OriginsModel } from './origins-model.ts'
import { OriginsTable } from './origins-table.tsx'
import { TableFailed, TableSkeleton } from './table-states.tsx'

interface VisitsSectionProps extends Pick<ComponentProps<typeof OriginsTable>, 'title' | 'labelHeader' | 'store'> {
  readonly page: PageContent
  readonly origins: Promise<OriginsModel>
}

/** Orders by the visit that the store recorded; streams in after the rest and fails independently. */
export function VisitsSection({ origins, ...texts }: VisitsSectionProps) {
  return (
    <Suspense fallback={<TableSkeleton rows={8} />}>
      <Later errorElement={<TableFailed title={texts.title} />} resolve={origins}>
        {(loaded) => <OriginsTable {...texts} origins={loaded} />}
      </Later>
    </Suspense>
  )
}
