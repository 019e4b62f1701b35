import { type ReactNode, useId, useState } from 'react'
import { Scroller } from './parts.tsx'
import { type Sortable, SortLink, SortMenu } from './sort-menu.tsx'

/** A column after the first one; figures are right-aligned. */
export interface DataColumn extends Sortable {
  readonly key: string
  /** Contains text instead of figures. */
  readonly isText?: boolean | undefined
  /** Contains sentences: on a phone they take the whole width of a card. */
  readonly isLong?: boolean | undefined
}

export interface DataRow {
  readonly key: string
  readonly label: ReactNode
  readonly cells: readonly ReactNode[]
}

interface DataTableProps {
  readonly caption: string
  readonly labelHeader: Omit<DataColumn, 'key' | 'isText' | 'isLong'>
  readonly columns: readonly DataColumn[]
  /** Shown above the rows. */
  readonly total?: Omit<DataRow, 'key'> | undefined
  readonly rows: readonly DataRow[]
}

const labelCell =
  'sticky start-0 z-1 min-w-36 max-w-56 bg-surface py-2 ps-4 pe-3 text-start sm:min-w-44 sm:max-w-md sm:ps-5'

/** A table of so many columns, or fewer, fits on a phone as it is. */
const fewColumns = 2

/** From so many figures on, a phone shows one of them beside the name, and the rest at a tap. */
const manyFigures = 4

/** Said aloud because the rows of a phone are grids, which some screen readers do not take for parts of a table. */
const roles = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  label: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/**
 * A table of figures with totals. The first column is sticky, the others scroll where room is short. On a phone each row is a card:
 * its name, and below it the figures with the names of their columns; of many figures the one that is sorted by stands beside
 * the name, and a tap shows the others. Without scripts all of them are shown.
 */
export function DataTable({ caption, labelHeader, columns, total, rows }: DataTableProps) {
  const hasCards = columns.length > fewColumns
  const lead = leadOf(columns)
  return (
    <Scroller className="relative rounded-b-xl" label={caption}>
      {hasCards && <SortMenu columns={[labelHeader, ...columns]} />}
      <table
        className={`w-full border-separate border-spacing-0 text-[13px] ${hasCards ? 'cards' : ''} ${lead === undefined ? '' : 'cards-folded'}`}
        {...roles.table}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="text-faint text-xs" {...roles.body}>
          <tr {...roles.row}>
            <th
              aria-sort={labelHeader.sort?.direction}
              className={`${labelCell} border-line border-b align-bottom font-normal`}
              scope="col"
            >
              <Header hasCards={hasCards} isText {...labelHeader} />
            </th>
            {columns.map((column) => (
              <th
                aria-sort={column.sort?.direction}
                className={`border-line border-b px-2.5 py-2 align-bottom font-normal last:pe-5 ${column.isText ? 'text-start' : 'text-end'}`}
                key={column.key}
                scope="col"
              >
                <Header hasCards={hasCards} {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.body}>
          {total && <Row columns={columns} isTotal lead={lead} {...total} />}
          {rows.map((row) => (
            <Row cells={row.cells} columns={columns} key={row.key} label={row.label} lead={lead} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

/** Key of the figure that a phone shows beside the name: the one that is sorted by. Undefined where all of them have room. */
function leadOf(columns: readonly DataColumn[]): string | undefined {
  const figures = columns.filter(({ isText, isLong }) => !isText && !isLong)
  if (figures.length < manyFigures) return undefined
  return (figures.find(({ sort }) => sort?.direction) ?? figures[0])?.key
}

interface HeaderProps extends Sortable, Pick<DataColumn, 'isText'> {
  /** On a phone the header is only read aloud, and the menu sorts. */
  readonly hasCards?: boolean
}

function Header({ hasCards = false, isText = false, label, hint, sort }: HeaderProps) {
  if (!sort) return <span title={hint}>{label}</span>
  return (
    <>
      <SortLink className={hasCards ? 'max-sm:hidden' : ''} hint={hint} isFigure={!isText} label={label} sort={sort} />
      {hasCards && <span className="sm:hidden">{label}</span>}
    </>
  )
}

interface RowProps extends Omit<DataRow, 'key'> {
  readonly columns: readonly DataColumn[]
  readonly isTotal?: boolean
  /** Key of the column that is shown while the row is folded on a phone; undefined where rows do not fold. */
  readonly lead: string | undefined
}

function Row({ columns, label, cells, lead, isTotal = false }: RowProps) {
  const name = useId()
  const [isOpen, setOpen] = useState(false)
  const line = isTotal ? 'border-line border-b font-semibold' : 'border-line border-b group-last:border-b-0'
  return (
    <tr className={`group ${isTotal ? 'cards-total' : ''}`} data-open={isOpen || undefined} {...roles.row}>
      <th className={`${labelCell} align-top ${line} ${isTotal ? '' : 'font-normal'}`} scope="row" {...roles.label}>
        {lead === undefined ? (
          label
        ) : (
          <>
            <div id={name}>{label}</div>
            <button
              aria-expanded={isOpen}
              aria-labelledby={name}
              className="cards-toggle"
              onClick={() => setOpen(!isOpen)}
              type="button"
            />
          </>
        )}
      </th>
      {cells.map((cell, index) => (
        <td
          className={`whitespace-nowrap px-2.5 py-2 align-top tabular last:pe-5 ${line} ${columns[index]?.isText ? 'text-start' : 'text-end'}`}
          data-label={columns[index]?.label}
          data-lead={(lead !== undefined && columns[index]?.key === lead) || undefined}
          data-long={columns[index]?.isLong}
          key={columns[index]?.key}
          {...roles.cell}
        >
          {cell}
        </td>
      ))}
    </tr>
  )
}
