import { unpackFigures } from '../../format/index.ts'
import { inSentence, useLanguage, useText } from '../../language/index.ts'
import type { SearchState } from '../../search/index.ts'
import { Badge, SortLink } from '../../ui/index.ts'
import { Below, Cell, phoneClass } from './cells.tsx'
import { levelOf } from './levels.ts'
import type { BandModel, ColumnModel, TableModel } from './model.ts'
import { sortOf } from './sorting.ts'
import { useTableWords } from './words.ts'

interface TableHeadProps {
  readonly table: TableModel
  readonly state: SearchState
}

/** The first column, which has a level's name for a label. */
const nameColumn = { key: 'name', hint: '', isSortable: true, measure: null } as const

const fixed = 'bg-surface'
const corner = 'sticky start-0 z-1'

/** Column groups, headings and totals, which stay in view. */
export function TableHead({ table, state }: TableHeadProps) {
  const { columns, bands, totals, format, reportedBy } = table
  const say = useTableWords()
  const t = useText()
  const figures = unpackFigures(totals.figures, columns)
  const language = useLanguage()
  const starts = bands.map((_, index) => bands.slice(0, index).reduce((sum, { count }) => sum + count, 0))
  const columnsOf = (index: number) => columns.slice(starts[index], (starts[index] ?? 0) + (bands[index]?.count ?? 0))
  const firstReported = bands.findIndex((_, index) => columnsOf(index).some(({ isClaim }) => isClaim))
  return (
    <thead className="sticky top-0 z-2 text-xs">
      <tr className="h-7">
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a corner without anything in it */}
        <td className={`${fixed} ${corner} h-7 p-0`} />
        {bands.map((band, index) => (
          <BandHeading
            band={band}
            columns={columnsOf(index)}
            hasBadge={index === firstReported}
            // Groups that are not adjacent have several headings.
            key={`${band.group} ${index}`}
            maturing={table.maturing}
          />
        ))}
      </tr>
      <tr className="h-9">
        <Heading
          className={corner}
          below={columns.find(({ onPhone }) => onPhone === 'below')?.label}
          column={{ ...nameColumn, label: say(`one.${levelOf(table.showing)}`) }}
          state={state}
          table={table}
        />
        {columns.map((column) => (
          <Heading className={phoneClass(column)} column={column} key={column.key} state={state} table={table} />
        ))}
      </tr>
      <tr className="h-13 text-[13px]">
        <th
          className={`${fixed} ${corner} h-13 border-line border-b px-3 py-0 ps-11 text-start font-semibold`}
          scope="row"
        >
          {t('widget.total')}
          <span className="block font-normal text-xs">
            <Below columns={columns} figures={figures} format={format} />
          </span>
        </th>
        {columns.map((column, index) => (
          <td
            className={`${fixed} h-13 overflow-hidden whitespace-nowrap border-line border-b px-2.5 py-0 font-semibold leading-snug tabular last:pe-5 ${column.measure ? 'text-end' : 'text-start'} ${phoneClass(column)}`}
            key={column.key}
          >
            <Cell
              cells={totals}
              claim={column.isClaim ? inSentence(reportedBy, language) : undefined}
              column={column}
              figure={figures[index]}
              format={format}
            />
          </td>
        ))}
      </tr>
    </thead>
  )
}

interface BandHeadingProps extends Pick<TableModel, 'maturing'> {
  readonly band: BandModel
  /** The columns below it. */
  readonly columns: readonly ColumnModel[]
  /** The first heading above what platforms report says that it is not final. */
  readonly hasBadge: boolean
}

/** A heading above columns, and the same above those of them that a phone shows. */
function BandHeading({ band: { label, hint }, columns, maturing, hasBadge }: BandHeadingProps) {
  const onPhone = columns.filter(({ onPhone: place }) => place === 'beside')
  const widths = [
    { columns, className: 'max-sm:hidden', isMarked: hasBadge },
    { columns: onPhone, className: 'sm:hidden', isMarked: onPhone.some(({ isClaim }) => isClaim) },
  ]
  return widths.map(({ columns: below, className, isMarked }) => {
    const badge = isMarked ? maturing : null
    if (below.length === 0) return null
    // One column says itself what it is.
    if (columns.length === 1 && badge === null)
      return <td className={`${fixed} ${className} border-line border-s p-0`} key={className} /> // oxlint-disable-line jsx-a11y/control-has-associated-label -- nothing is in it
    return (
      <th
        className={`${fixed} ${className} h-7 overflow-hidden whitespace-nowrap border-line border-s px-2.5 py-0 text-start font-normal text-faint`}
        colSpan={below.length}
        key={className}
        scope="colgroup"
        title={hint ?? undefined}
      >
        <span className="flex items-center gap-2">
          {columns.length > 1 && <span className="truncate">{label}</span>}
          {badge !== null && (
            <span title={badge.long}>
              <Badge tone="warn">{badge.short}</Badge>
            </span>
          )}
        </span>
      </th>
    )
  })
}

interface HeadingProps extends TableHeadProps {
  readonly column: Pick<ColumnModel, 'key' | 'label' | 'head' | 'hint' | 'isSortable' | 'measure'>
  readonly className: string
  /** What a phone shows below the names. */
  readonly below?: string | undefined
}

function Heading({ column, table, state, className, below }: HeadingProps) {
  const { key, label, head = label, hint, isSortable, measure } = column
  const sort = isSortable ? sortOf(key, { table, state }) : undefined
  return (
    <th
      aria-sort={sort?.direction}
      className={`${fixed} ${className} h-9 overflow-hidden hyphens-auto border-line border-b px-2.5 py-0 font-normal text-faint leading-tight last:pe-5 ${key === 'name' ? 'ps-11' : ''} ${measure ? 'text-end' : 'text-start'}`}
      scope="col"
    >
      {sort ? (
        <SortLink hint={hint} isFigure={measure !== null} label={head} sort={sort} />
      ) : (
        <span title={hint}>{head}</span>
      )}
      {below !== undefined && <span className="block sm:hidden">{below}</span>}
    </th>
  )
}
