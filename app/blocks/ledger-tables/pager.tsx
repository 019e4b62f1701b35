import { Link } from 'react-router'
import { type SearchState, withSearch } from '../../search/index.ts'
import type { TableModel } from './model.ts'

interface PagerProps {
  readonly table: TableModel
  readonly state: SearchState
}

/** Which rows of the table are shown, and links to the other pages. */
export function Pager({ table, state }: PagerProps) {
  const { page, pages, hasMore, hasNext } = table
  const notes = notesOf(table, state)
  if (pages === 1 && notes.length === 0) return null
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-2.5 text-[13px] sm:px-5">
      <p className="text-faint">
        {notes.join(' ')}{' '}
        {state.find && (
          <Link
            className="text-soft underline underline-offset-3"
            preventScrollReset
            to={{ search: withSearch(state, { find: undefined }) }}
          >
            Show all
          </Link>
        )}
      </p>
      {pages > 1 && (
        <nav aria-label="Pages of the table" className="flex items-center gap-2">
          <Step label="Previous" state={state} to={page > 1 ? page - 1 : undefined} />
          <span className="text-faint tabular">
            {page} of {pages}
            {hasMore && '+'}
          </span>
          <Step label="Next" state={state} to={hasNext ? page + 1 : undefined} />
        </nav>
      )}
    </footer>
  )
}

function Step({
  label,
  to,
  state,
}: {
  readonly label: string
  readonly to: number | undefined
  readonly state: SearchState
}) {
  const look = 'touch-target inline-flex items-center justify-center rounded-lg border border-line px-3 py-1.5'
  if (to === undefined) {
    return (
      <span aria-disabled className={`${look} text-faint opacity-60`}>
        {label}
      </span>
    )
  }
  return (
    <Link
      className={`${look} hover:bg-hover`}
      preventScrollReset
      to={{ search: withSearch(state, { after: to === 1 ? undefined : String(to) }) }}
    >
      {label}
    </Link>
  )
}

function notesOf({ count, found, pages, hasMore, hasNext, overlapping }: TableModel, { find }: SearchState): string[] {
  const print = (rows: number) => rows.toLocaleString('en-US')
  const isCut = hasMore && (find !== undefined || !hasNext)
  const notes = [
    find ? `${print(found)} of ${print(count)} rows match “${find}”; the totals are of all.` : '',
    !find && !isCut && pages > 1 ? `${hasMore ? 'More than ' : ''}${print(count)} rows.` : '',
    isCut ? `Only the ${print(count)} largest are listed; the totals and the file hold all.` : '',
    overlapping.length > 0
      ? `${overlapping.join(', ')}: an order that belongs to several rows counts in each, so the rows exceed the total.`
      : '',
  ]
  return notes.filter(Boolean)
}
