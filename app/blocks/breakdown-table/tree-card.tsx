import { type ReactNode, useRef, useState } from 'react'
import type { SearchState } from '../../search/index.ts'
import { Card, SortMenu, useAlive } from '../../ui/index.ts'
import type { TableModel } from './model.ts'
import type { RowsParams } from './rows-address.ts'
import { RowsLoader } from './rows-loader.tsx'
import { tableSearch } from './same-table.ts'
import { sortOf } from './sorting.ts'
import { type Line, nextCursor, type TreeState } from './tree-state.ts'
import { type TreeLabels, TreeTable } from './tree-table.tsx'
import { useTree } from './use-tree.ts'
import { useWindow } from './use-window.ts'
import { headHeight, lineHeight } from './window-of.ts'

/** The state of the rows below the last one. */
export interface TreeFoot {
  readonly tree: TreeState
  readonly isLoading: boolean
  /** Requests the next rows. */
  readonly loadNext: () => void
  readonly retry: () => void
}

interface TreeCardProps {
  readonly table: TableModel
  /** The address's current state. */
  readonly state: SearchState
  readonly labels: TreeLabels
  /** Address that rows are loaded from. */
  readonly addressOf: (params: RowsParams) => string
  readonly toolbar: ReactNode
  /** Renders the rows in another form than a table. */
  readonly drawLines?: ((lines: readonly Line[]) => ReactNode) | undefined
  /** Shown when there are no rows. */
  readonly empty: ReactNode
  readonly foot: (foot: TreeFoot) => ReactNode
  /** New figures are being loaded into the cells. */
  readonly isWaiting?: boolean
}

/** A table of several levels in a card: rows load as they are scrolled to and expanded. */
export function TreeCard(props: TreeCardProps) {
  const { table, state, labels, addressOf, toolbar, drawLines, empty, foot, isWaiting = false } = props
  const scroller = useRef<HTMLElement>(null)
  const isAlive = useAlive()
  const [further, setFurther] = useState<readonly Further[]>([])
  const tree = useTree({ table, search: tableSearch(state), unfolded: state.unfolded })
  const { lines } = tree
  const shown = useWindow(scroller, { count: lines.length, lineHeight, headHeight })
  const isNearEnd = isAlive && drawLines === undefined && shown.isNearEnd
  const isParams = further.some(({ id }) => id === null)
  const cursor = tree.state.failure === null ? nextCursor(tree.state, isNearEnd || isParams) : null
  const take = (id: string | null) => setFurther((all) => all.filter((one) => one.id !== id))
  const waiting = lines.flatMap((line) => (line.kind === 'waiting' ? [line.parent.id] : []))
  const sortable = table.columns.filter(({ isSortable }) => isSortable)
  return (
    <Card
      aria-busy={isWaiting || undefined}
      aria-label={labels.caption}
      className={`min-w-0 ${isWaiting ? waitingCells : ''}`}
      data-live-hold
    >
      {toolbar}
      {drawLines ? (
        drawLines(lines)
      ) : (
        <>
          <SortMenu columns={sortable.map((column) => ({ ...column, sort: sortOf(column.key, { table, state }) }))} />
          <TreeTable
            isAlive={isAlive}
            labels={labels}
            lines={lines}
            loadMore={(id, after) => setFurther((all) => [...all, { id, after }])}
            retry={tree.retry}
            scroller={scroller}
            shown={shown}
            state={state}
            table={table}
          />
        </>
      )}
      {lines.length === 0 && cursor === null && tree.state.failure === null && empty}
      {foot({
        tree: tree.state,
        isLoading: cursor !== null,
        loadNext: () => setFurther((all) => [...all, { id: null, after: '' }]),
        retry: () => tree.retry(null),
      })}
      <Loaders addressOf={addressOf} cursor={cursor} further={further} take={take} tree={tree} waiting={waiting} />
    </Card>
  )
}

interface LoadersProps extends Pick<TreeCardProps, 'addressOf'> {
  readonly tree: ReturnType<typeof useTree>
  /** Cursor of the next page; null while none is wanted. */
  readonly cursor: string | null
  /** Expanded rows whose children have not been loaded yet. */
  readonly waiting: readonly string[]
  readonly further: readonly Further[]
  /** Called when the rows that somebody requested have arrived. */
  readonly take: (id: string | null) => void
}

/** Loads the pages of rows that the visible table still lacks. */
function Loaders({ addressOf, tree, cursor, waiting, further, take }: LoadersProps) {
  return (
    <>
      {cursor !== null && (
        <RowsLoader
          from={addressOf({ after: cursor })}
          key={cursor}
          onLoad={(load) => {
            tree.addPage(load)
            take(null)
          }}
        />
      )}
      {waiting.map((id) => (
        <RowsLoader
          from={addressOf({ after: undefined, below: id })}
          key={id}
          onLoad={(load) => tree.addBranch(id, load)}
        />
      ))}
      {further.map(
        ({ id, after }) =>
          id !== null && (
            <RowsLoader
              from={addressOf({ after, below: id })}
              key={`${id} ${after}`}
              onLoad={(load) => {
                tree.addBranch(id, load)
                take(id)
              }}
            />
          ),
      )}
    </>
  )
}

/** Cells keep their size and lose their figures. */
const waitingCells =
  '[&_td>span:first-child]:animate-pulse [&_td>span:first-child]:rounded [&_td>span:first-child]:bg-hover [&_td>span:first-child]:text-transparent [&_td_.sr-only]:hidden'

/** Further rows that somebody requested. */
interface Further {
  /** Parent row; null for the top level. */
  readonly id: string | null
  readonly after: string
}
