import { Link } from 'react-router'
import { ArrowDown, ArrowUp, ChevronDown } from '../icons.ts'
import { useText } from '../language/index.ts'

/** A column that rows may be sorted by. */
export interface Sortable {
  readonly label: string
  /** Tooltip of the column. */
  readonly hint?: string | undefined
  /** Link that sorts by this column; absent where that is not possible. */
  readonly sort?: Sort | undefined
}

interface Sort {
  /** Query string. */
  readonly to: string
  readonly direction: 'ascending' | 'descending' | undefined
}

/** The links that sort by a column, where a phone has no room for the headers. */
export function SortMenu({ columns }: { readonly columns: readonly Sortable[] }) {
  const t = useText()
  const sortable = columns.flatMap(({ sort, ...column }) => (sort === undefined ? [] : [{ ...column, sort }]))
  const current = sortable.find(({ sort }) => sort.direction)
  if (sortable.length === 0) return null
  return (
    <details className="group border-line border-b px-4 text-[13px] text-soft sm:hidden print:hidden">
      <summary className="touch-target flex items-center gap-1.5">
        {current ? t('tables.sorted', { name: current.label }) : t('tables.sort')}
        <ChevronDown aria-hidden className="size-3.5 group-open:rotate-180" />
      </summary>
      <ul className="flex flex-wrap gap-x-5 pb-2">
        {sortable.map((column) => (
          <li className="touch-target inline-flex items-center" key={column.sort.to}>
            <SortLink {...column} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface SortLinkProps extends Sortable {
  readonly sort: Sort
  /** Above figures, which end at the end of the column. */
  readonly isFigure?: boolean
  readonly className?: string
}

/** A header that sorts. The arrow stands beside it, away from the edge that the column is aligned to, and takes no room from it. */
export function SortLink({ label, hint, sort, isFigure = false, className = '' }: SortLinkProps) {
  const Icon = sort.direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Link
      className={`group relative -my-1 inline-flex rounded py-1 hover:text-ink ${isFigure ? 'text-end' : ''} ${sort.direction ? 'font-medium text-ink' : ''} ${className}`}
      preventScrollReset
      rel="nofollow"
      title={hint}
      to={{ search: sort.to }}
    >
      {label}
      <Icon
        aria-hidden
        className={`absolute top-1/2 size-2.5 -translate-y-1/2 ${isFigure ? 'end-full me-0.5' : 'start-full ms-0.5'} ${sort.direction ? '' : 'opacity-0 group-hover:opacity-60'}`}
      />
    </Link>
  )
}
