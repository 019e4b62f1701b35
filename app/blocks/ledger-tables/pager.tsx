import 'virtual:words/tables'
import { Link } from 'react-router'
import { useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import type { TableModel } from './model.ts'

interface PagerProps {
  readonly table: TableModel
  readonly state: SearchState
}

/** Which rows of the table are shown, and links to the other pages. */
export function Pager({ table, state }: PagerProps) {
  const { page, pages, hasMore, hasNext, notes } = table
  const t = useText()
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
            {t('tables.show_all')}
          </Link>
        )}
      </p>
      {pages > 1 && (
        <nav aria-label={t('tables.pages')} className="flex items-center gap-2">
          <Step label={t('tables.previous')} state={state} to={page > 1 ? page - 1 : undefined} />
          <span className="text-faint tabular">
            {t('tables.page', { page, pages: `${pages}${hasMore ? '+' : ''}` })}
          </span>
          <Step label={t('tables.next')} state={state} to={hasNext ? page + 1 : undefined} />
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
