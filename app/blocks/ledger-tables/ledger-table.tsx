import 'virtual:words/tables'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { FigureChange, FigureText } from '../../charts/index.ts'
import { type Figure, type PackedFigures, printFigure, unpackFigures } from '../../format/index.ts'
import { Download } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass, Card, DataTable, ProductPicture } from '../../ui/index.ts'
import { nextSorting } from '../breakdown-table/sorting.ts'
import { FindRow } from './find-row.tsx'
import type { ColumnModel, RowModel, TableModel } from './model.ts'
import { Pager } from './pager.tsx'

interface LedgerTableProps {
  readonly table: TableModel
  readonly state: SearchState
  readonly domain: string
  readonly title: ReactNode
  /** Accessible name of the table, and name of its export. */
  readonly caption: string
  /** Shown below the title. */
  readonly note?: ReactNode
  /** Placeholder of the search field; without it there is no search. */
  readonly findLabel?: string
  /** Figures lead to their orders. */
  readonly mayOpenOrders: boolean
  readonly than: string | undefined
}

/** A table of figures: totals on top, sorted and searched by links, each row linking to the summary. */
export function LedgerTable(props: LedgerTableProps) {
  const t = useText()
  const { table, state, domain, title, caption, note, findLabel } = props
  const sortOf = (key: string) => {
    const to = nextSorting(key, { sorting: table.sorting, usual: table.usualSorting })
    const direction = table.sorting.key === key ? table.sorting.direction : undefined
    return { to: withSearch(state, { sort: to }), direction }
  }
  const cellsOf = (packed: PackedFigures, filters: CellProps['filters']) => {
    const figures = unpackFigures(packed, table.columns)
    return table.columns.map((column, index) => (
      <Cell column={column} figure={figures[index]} filters={filters} key={column.key} {...props} />
    ))
  }
  return (
    <Card>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
        <div className="min-w-0">
          <h2 className="font-semibold text-[15px]">{title}</h2>
          {note && <p className="mt-0.5 max-w-prose text-pretty text-[13px] text-faint">{note}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {findLabel && <FindRow label={findLabel} state={state} />}
          <a
            className={buttonClass('secondary', 'small')}
            download
            href={table.file ?? `${href('/shop/:domain/export.csv', { domain })}${table.exportSearch}`}
          >
            <Download aria-hidden className="size-3.5" /> CSV
          </a>
        </div>
      </header>
      <DataTable
        caption={caption}
        columns={table.columns.map(({ key, label, hint, isSortable }) => ({
          key,
          label,
          hint,
          sort: isSortable ? sortOf(key) : undefined,
        }))}
        labelHeader={{ label: table.labelHeader, sort: sortOf('name') }}
        rows={[...table.rows, ...remainderOf(table)].map((row) => ({
          key: row.key,
          label: <RowLabel domain={domain} row={row} state={state} />,
          cells: cellsOf(row.figures, row.filters),
        }))}
        total={{ label: t('widget.total'), cells: cellsOf(table.total, undefined) }}
      />
      <Pager state={state} table={table} />
    </Card>
  )
}

/** The row below all others, which leads nowhere. */
function remainderOf({ remainder }: TableModel): RowModel[] {
  return remainder ? [{ ...remainder, key: 'remainder', filters: [] }] : []
}

/** The page's address without the table's own parameters, with further filters. */
function limitedTo(state: SearchState, filters: RowModel['filters'], open?: string): string {
  const others = state.filters.filter(({ dimension }) => !filters.some((filter) => filter.dimension === dimension))
  return withSearch(state, {
    filters: [...others, ...filters],
    open,
    sort: undefined,
    find: undefined,
    by: 'country',
    metric: 'sales',
  })
}

interface RowLabelProps {
  readonly row: RowModel
  readonly state: SearchState
  readonly domain: string
}

function RowLabel(props: RowLabelProps) {
  const { picture } = props.row
  if (picture === undefined) return <RowName {...props} />
  return (
    <span className="flex gap-2.5">
      <ProductPicture address={picture ?? undefined} name={props.row.label} />
      <span className="min-w-0">
        <RowName {...props} />
      </span>
    </span>
  )
}

function RowName({ row, state, domain }: RowLabelProps) {
  const t = useText()
  return (
    <>
      {row.filters.length === 0 ? (
        <span className="block truncate text-match-parent text-soft" dir="auto">
          {row.label}
        </span>
      ) : (
        <Link
          className="block truncate text-match-parent rounded underline-offset-3 hover:underline"
          dir="auto"
          title={row.page ? row.label : t('tables.open_row', { name: row.label })}
          to={row.page ?? `${href('/shop/:domain', { domain })}${limitedTo(state, row.filters)}`}
        >
          {row.label}
        </Link>
      )}
      {row.detail && (
        <span className="block text-match-parent text-faint text-xs max-sm:truncate" dir="auto">
          {row.detail}
        </span>
      )}
    </>
  )
}

interface CellProps extends Pick<LedgerTableProps, 'table' | 'state' | 'domain' | 'mayOpenOrders' | 'than'> {
  readonly column: ColumnModel
  readonly figure: Figure | null | undefined
  /** Undefined for the total, which the page's own filters limit. */
  readonly filters: RowModel['filters'] | undefined
}

function Cell({ column, figure, table: { format }, filters, state, domain, mayOpenOrders, than }: CellProps) {
  const t = useText()
  if (!figure) return <span className="text-faint">{t('tables.unknown')}</span>
  const { look, open } = column
  if (look === 'change' && figure.before !== undefined)
    return <FigureChange figure={figure} format={format} than={than} />
  const isOpen = mayOpenOrders && filters?.length !== 0
  if (!open || !isOpen)
    return <FigureText className={look === 'faint' ? 'text-faint' : ''} figure={figure} format={format} />
  return (
    <Link
      className="rounded underline-offset-3 hover:underline"
      suppressHydrationWarning
      title={t('tables.open_orders')}
      to={`${href('/shop/:domain', { domain })}${limitedTo(state, filters ?? [], open)}`}
    >
      {printFigure(figure, format)}
    </Link>
  )
}
