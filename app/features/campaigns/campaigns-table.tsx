import { memo, useRef, useState } from 'react'
import type { SearchState } from '../../search/index.ts'
import { Card, useAlive } from '../../ui/index.ts'
import { Gallery } from './gallery.tsx'
import { headHeight, lineHeight } from './heights.ts'
import type { TableModel } from './model.ts'
import { NoRows } from './no-rows.tsx'
import { rowsAddress } from './rows-address.ts'
import { RowsLoader } from './rows-loader.tsx'
import { tableSearch } from './same-table.ts'
import { TableFoot } from './table-foot.tsx'
import { Toolbar } from './toolbar.tsx'
import { nextCursor } from './tree-state.ts'
import { TreeTable } from './tree-table.tsx'
import { useTree } from './use-tree.ts'
import { useWindow } from './use-window.ts'

interface CampaignsTableProps {
  readonly table: TableModel
  /** As the address says right now. */
  readonly state: SearchState
  readonly domain: string
}

/** It does not change while rows are scrolled past. */
const StillToolbar = memo(Toolbar)

/** Everything that is known of ads, level by level: read as it is scrolled to and unfolded. */
export function CampaignsTable({ table, state, domain }: CampaignsTableProps) {
  const scroller = useRef<HTMLElement>(null)
  const isAlive = useAlive()
  const [further, setFurther] = useState<readonly Further[]>([])
  const tree = useTree({ table, search: tableSearch(state), unfolded: state.unfolded })
  const { lines } = tree
  const shown = useWindow(scroller, { count: lines.length, lineHeight, headHeight })
  const isGallery = table.showing === 'creative'
  const isNearEnd = isAlive && !isGallery && shown.isNearEnd
  const isAsked = further.some(({ id }) => id === null)
  const cursor = tree.state.failure === null ? nextCursor(tree.state, isNearEnd || isAsked) : null
  const take = (id: string | null) => setFurther((all) => all.filter((one) => one.id !== id))
  const waiting = lines.flatMap((line) => (line.kind === 'waiting' ? [line.parent.id] : []))
  return (
    <Card aria-label="Ads by level" className="min-w-0" data-live-hold>
      <StillToolbar domain={domain} state={state} table={table} />
      {isGallery ? (
        <Gallery lines={lines} state={state} table={table} />
      ) : (
        <TreeTable
          isAlive={isAlive}
          lines={lines}
          loadMore={(id, after) => setFurther((all) => [...all, { id, after }])}
          retry={tree.retry}
          scroller={scroller}
          shown={shown}
          state={state}
          table={table}
        />
      )}
      {lines.length === 0 && cursor === null && tree.state.failure === null && (
        <NoRows showing={table.showing} state={state} />
      )}
      <TableFoot
        domain={domain}
        isLoading={cursor !== null}
        loadNext={() => setFurther((all) => [...all, { id: null, after: '' }])}
        retry={() => tree.retry(null)}
        state={state}
        table={table}
        tree={tree.state}
      />
      {cursor !== null && (
        <RowsLoader
          from={rowsAddress(domain, state, { after: cursor })}
          key={cursor}
          onLoad={(load) => {
            tree.addPage(load)
            take(null)
          }}
        />
      )}
      {waiting.map((id) => (
        <RowsLoader
          from={rowsAddress(domain, state, { after: undefined, below: id })}
          key={id}
          onLoad={(load) => tree.addBranch(id, load)}
        />
      ))}
      {further.map(
        ({ id, after }) =>
          id !== null && (
            <RowsLoader
              from={rowsAddress(domain, state, { after, below: id })}
              key={`${id} ${after}`}
              onLoad={(load) => {
                tree.addBranch(id, load)
                take(id)
              }}
            />
          ),
      )}
    </Card>
  )
}

/** Rows that somebody pressed for. */
interface Further {
  /** Null: those that the table begins with. */
  readonly id: string | null
  readonly after: string
}
