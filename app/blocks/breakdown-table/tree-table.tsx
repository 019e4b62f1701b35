import { lazy, memo, type RefObject, Suspense, startTransition, useMemo } from 'react'
import { type SearchState, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { Across, phoneClass, type Spans } from './cells.tsx'
import { childLevel, levelParam, parseRowId } from './levels.ts'
import type { TableModel } from './model.ts'
import { TableHead } from './table-head.tsx'
import { TreeRow } from './tree-row.tsx'
import type { Line } from './tree-state.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useSearchKey } from './use-search-key.ts'
import { headHeight, type LineWindow, lineHeight } from './window-of.ts'

/** Accessible names of a table. */
export interface TreeLabels {
  readonly caption: string
  readonly section: string
}

interface TreeTableProps {
  readonly labels: TreeLabels
  readonly table: TableModel
  readonly lines: readonly Line[]
  /** Range of lines that are rendered. */
  readonly shown: LineWindow
  readonly scroller: RefObject<HTMLElement | null>
  readonly state: SearchState
  readonly isAlive: boolean
  /** Requests the next children of a row. */
  readonly loadMore: (id: string, after: string) => void
  readonly retry: (id: string | null) => void
}

// Only rows that are expanded have notes: the code for them comes with the first.
const LineNote = lazy(async () => ({ default: (await import('./line-note.tsx')).LineNote }))

/** Does not re-render while rows scroll past. */
const StillHead = memo(TableHead)

/** The table itself: a window onto its lines, which are all of one height. */
export function TreeTable(props: TreeTableProps) {
  const { labels, table, lines, shown, scroller, state, isAlive, loadMore, retry } = props
  const choose = useChoose()
  const links = useMemo(() => linksOf(state), [state])
  const claimed = useMemo(() => new Set(table.columns.filter(({ isClaim }) => isClaim).map(({ key }) => key)), [table])
  const go = (search: string, replace: boolean) => choose(search, { replace })
  const { active, setActive, onKeyDown } = useRowKeys({
    lines,
    scroller,
    lineHeight,
    headHeight,
    toggle: (id) => go(links.fold(id), true),
    open: (id) => go(links.open(id), false),
  })
  useSearchKey()
  const spans = {
    wide: table.columns.length + 1,
    phone: table.columns.filter(({ onPhone }) => onPhone === 'beside').length + 1,
  }
  return (
    <section
      aria-label={labels.section}
      className="relative bg-surface max-h-[max(26rem,calc(100dvh-13rem))] overflow-auto overscroll-x-contain border-line border-t print:max-h-none print:overflow-visible"
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard cannot scroll it
      tabIndex={0}
    >
      <table
        aria-rowcount={table.page.cursor === null && lines.length === shown.end ? lines.length + 1 : -1}
        className="w-full table-fixed sm:min-w-max border-separate border-spacing-0 text-[13px]"
        onFocus={({ target }) => {
          const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
          // A press moves the focus before its click handler runs; re-rendering rows at once would delay that.
          if (row !== undefined) startTransition(() => setActive(row))
        }}
        onKeyDown={onKeyDown}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- rows unfold and are walked over
        role="treegrid"
      >
        <caption className="sr-only">{labels.caption}</caption>
        <Widths columns={table.columns} />
        <StillHead state={state} table={table} />
        <tbody>
          <Space lines={shown.start} spans={spans} />
          {lines.slice(shown.start, shown.end).map((line, index) =>
            line.kind === 'row' ? (
              <TreeRow
                claimed={claimed}
                columns={table.columns}
                depth={line.depth}
                foldTo={links.fold(line.id)}
                format={table.format}
                isActive={line.id === active}
                isOpen={line.isOpen}
                isReachable={!isAlive || line.id === active}
                key={line.id}
                openTo={links.open(line.id)}
                place={shown.start + index + 3}
                row={line.row}
              />
            ) : (
              <Suspense key={line.id}>
                <LineNote
                  line={line}
                  loadMore={loadMore}
                  retry={retry}
                  spans={spans}
                  whole={links.below(line.parent.id)}
                />
              </Suspense>
            ),
          )}
          <Space lines={lines.length - shown.end} spans={spans} />
        </tbody>
      </table>
    </section>
  )
}

function Widths({ columns }: Pick<TableModel, 'columns'>) {
  return (
    <colgroup>
      <col className="sm:w-52 2xl:w-72" />
      {columns.map((column) => (
        <col className={phoneClass(column)} key={column.key} style={{ width: column.width }} />
      ))}
    </colgroup>
  )
}

/** Placeholder for lines that are not rendered. */
function Space({ lines, spans }: { readonly lines: number; readonly spans: Spans }) {
  if (lines <= 0) return null
  return (
    <tr aria-hidden style={{ height: lines * lineHeight }}>
      <Across className="p-0" spans={spans} />
    </tr>
  )
}

/** Queries behind the links of a row. */
function linksOf(state: SearchState) {
  const folds = new Map<string, string>()
  const opens = new Map<string, string>()
  return {
    fold: (id: string) =>
      remembered(folds, id, () => {
        const others = state.unfolded.filter((row) => row !== id)
        return withSearch(state, { unfolded: others.length < state.unfolded.length ? others : [...others, id] })
      }),
    open: (id: string) => remembered(opens, id, () => withSearch(state, { place: id })),
    /** A table limited to the row's children. */
    below(id: string): string {
      const row = parseRowId(id)
      const level = row && childLevel(row.level)
      if (!row || !level) return withSearch(state, {})
      const filters = state.filters.filter(({ dimension }) => dimension !== row.level)
      return withSearch(state, {
        level: levelParam(level),
        filters: [...filters, { dimension: row.level, operator: 'is', values: [row.key] }],
        unfolded: [],
        find: undefined,
      })
    },
  }
}

/** Memoises the query of a row, so that it stays the same string while scrolling. */
function remembered(known: Map<string, string>, id: string, make: () => string): string {
  const text = known.get(id) ?? make()
  known.set(id, text)
  return text
}
