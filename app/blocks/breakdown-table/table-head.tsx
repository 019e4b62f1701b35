import { Link } from 'react-router'
import { unpackFigures } from '../../format/index.ts'
import { ArrowDown, ArrowUp } from '../../icons.ts'
import { inSentence, useLanguage, useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Badge } from '../../ui/index.ts'
import { Cell } from './cells.tsx'
import { levelOf } from './levels.ts'
import type { ColumnModel, TableModel } from './model.ts'
import { nextSorting } from './sorting.ts'
import { useTableWords } from './words.ts'

interface TableHeadProps {
  readonly table: TableModel
  readonly state: SearchState
}

const fixed = 'bg-surface'
const corner = 'sticky start-0 z-1'

/** Column groups, headings and totals, which stay in view. */
export function TableHead({ table, state }: TableHeadProps) {
  const { columns, bands, maturing, totals, format } = table
  const say = useTableWords()
  const t = useText()
  const figures = unpackFigures(totals.figures, columns)
  const language = useLanguage()
  const claim = bands.find(({ group }) => group === 'claimed')?.label
  return (
    <thead className="sticky top-0 z-2 text-xs">
      <tr className="h-7">
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a corner without anything in it */}
        <td className={`${fixed} ${corner} h-7 p-0`} />
        {bands.map(({ group, count, label, hint }, index) => (
          <th
            className={`${fixed} h-7 overflow-hidden whitespace-nowrap border-line border-s px-2.5 py-0 text-start font-normal text-faint`}
            colSpan={count}
            // Groups that are not adjacent have several headings.
            key={`${group} ${index}`}
            scope="colgroup"
            title={hint ?? undefined}
          >
            <span className="inline-flex items-center gap-2">
              {label}
              {group === 'claimed' && maturing && (
                <span title={maturing.long}>
                  <Badge tone="warn">{maturing.short}</Badge>
                </span>
              )}
            </span>
          </th>
        ))}
      </tr>
      <tr className="h-9">
        <Heading
          className={corner}
          column={{
            key: 'name',
            label: say(`one.${levelOf(table.showing)}`),
            hint: '',
            isSortable: true,
            measure: null,
          }}
          state={state}
          table={table}
        />
        {columns.map((column) => (
          <Heading className="" column={column} key={column.key} state={state} table={table} />
        ))}
      </tr>
      <tr className="h-13 text-[13px]">
        <th
          className={`${fixed} ${corner} h-13 border-line border-b px-3 py-0 ps-11 text-start font-semibold`}
          scope="row"
        >
          {t('widget.total')}
        </th>
        {columns.map((column, index) => (
          <td
            className={`${fixed} h-13 overflow-hidden whitespace-nowrap border-line border-b px-2.5 py-0 font-semibold leading-snug tabular last:pe-5 ${column.measure ? 'text-end' : 'text-start'}`}
            key={column.key}
          >
            <Cell
              cells={totals}
              claim={column.isClaim ? claim && inSentence(claim, language) : undefined}
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

interface HeadingProps extends TableHeadProps {
  readonly column: Pick<ColumnModel, 'key' | 'label' | 'hint' | 'isSortable' | 'measure'>
  readonly className: string
}

/** The arrow stands on the side away from the edge that the column is aligned to. */
function Heading({ column, table, state, className }: HeadingProps) {
  const { key, label, hint, isSortable, measure } = column
  const { sorting } = table
  const direction = sorting.key === key ? sorting.direction : undefined
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      aria-sort={direction}
      className={`${fixed} ${className} h-9 overflow-hidden border-line border-b px-2.5 py-0 font-normal text-faint leading-tight last:pe-5 ${key === 'name' ? 'ps-11' : ''} ${measure ? 'text-end' : 'text-start'}`}
      scope="col"
    >
      {isSortable ? (
        <Link
          className={`group inline-flex items-center gap-1 rounded hover:text-ink ${measure ? 'flex-row-reverse text-end' : ''} ${direction ? 'font-medium text-ink' : ''}`}
          preventScrollReset
          rel="nofollow"
          title={hint}
          to={{
            search: withSearch(state, {
              sort: nextSorting(key, { sorting, usual: `-${table.lead}` }),
              unfolded: state.unfolded,
            }),
          }}
        >
          {label}
          <Icon aria-hidden className={`size-3 shrink-0 ${direction ? '' : 'opacity-0 group-hover:opacity-60'}`} />
        </Link>
      ) : (
        <span title={hint}>{label}</span>
      )}
    </th>
  )
}
