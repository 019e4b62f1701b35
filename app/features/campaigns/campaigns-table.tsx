import { memo } from 'react'
import type { SearchState } from '../../search/index.ts'
import { Gallery } from './gallery.tsx'
import type { TableModel } from './model.ts'
import { NoRows } from './no-rows.tsx'
import { rowsAddress } from './rows-address.ts'
import { TableFoot } from './table-foot.tsx'
import { Toolbar } from './toolbar.tsx'
import { TreeCard } from './tree-card.tsx'

interface CampaignsTableProps {
  readonly table: TableModel
  /** As the address says right now. */
  readonly state: SearchState
  readonly domain: string
}

/** It does not change while rows are scrolled past. */
const StillToolbar = memo(Toolbar)

const labels = { caption: 'Ads by level', section: 'Table of ads' } as const

/** Everything that is known of ads, level by level. */
export function CampaignsTable({ table, state, domain }: CampaignsTableProps) {
  return (
    <TreeCard
      addressOf={(asked) => rowsAddress(domain, state, asked)}
      drawLines={
        table.showing === 'creative' ? (lines) => <Gallery lines={lines} state={state} table={table} /> : undefined
      }
      empty={<NoRows showing={table.showing} state={state} />}
      foot={(foot) => <TableFoot {...foot} domain={domain} state={state} table={table} />}
      labels={labels}
      state={state}
      table={table}
      toolbar={<StillToolbar domain={domain} state={state} table={table} />}
    />
  )
}
