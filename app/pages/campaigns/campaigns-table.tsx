import { lazy, memo, Suspense } from 'react'
import type { TableModel } from '../../blocks/breakdown-table/model.ts'
import { rowsAddress } from '../../blocks/breakdown-table/rows-address.ts'
import { TreeCard } from '../../blocks/breakdown-table/tree-card.tsx'
import type { SearchState } from '../../search/index.ts'
import { TableFoot } from './table-foot.tsx'
import { Toolbar } from './toolbar.tsx'
import { useWords } from './words.ts'

// Few look at pictures or have no rows: the code for it comes when they do.
const NoRows = lazy(async () => ({ default: (await import('./no-rows.tsx')).NoRows }))
const Gallery = lazy(async () => ({ default: (await import('./gallery.tsx')).Gallery }))

interface CampaignsTableProps {
  readonly table: TableModel
  /** The address's current state. */
  readonly state: SearchState
  readonly domain: string
}

/** Does not re-render while rows scroll past. */
const StillToolbar = memo(Toolbar)

/** All ads, level by level. */
export function CampaignsTable({ table, state, domain }: CampaignsTableProps) {
  const say = useWords()
  return (
    <TreeCard
      addressOf={(params) => rowsAddress(domain, state, params)}
      drawLines={
        table.showing === 'creative'
          ? (lines) => (
              <Suspense>
                <Gallery lines={lines} state={state} table={table} />
              </Suspense>
            )
          : undefined
      }
      empty={
        <Suspense>
          <NoRows state={state} />
        </Suspense>
      }
      foot={(foot) => <TableFoot {...foot} domain={domain} state={state} table={table} />}
      labels={{ caption: say('table.caption'), section: say('table.section') }}
      state={state}
      table={table}
      toolbar={<StillToolbar domain={domain} state={state} table={table} />}
    />
  )
}
