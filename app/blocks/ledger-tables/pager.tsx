import 'virtual:words/tables'
import { Link } from 'react-router'
import { type Language, type Text, useLanguage, useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import type { TableModel } from './model.ts'

interface PagerProps {
  readonly table: TableModel
  readonly state: SearchState
}

/** Which rows of the table are shown, and links to the other pages. */
export function Pager({ table, state }: PagerProps) {
  const { page, pages, hasMore, hasNext } = table
  const t = useText()
  const language = useLanguage()
  const notes = notesOf(table, state, { t, language })
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

interface Told {
  readonly t: Text
  readonly language: Language
}

function notesOf(table: TableModel, { find }: SearchState, { t, language }: Told): string[] {
  const { pages, hasMore, hasNext, overlapping } = table
  const print = (rows: number) => new Intl.NumberFormat(language).format(rows)
  const [found, count] = [print(table.found), print(table.count)]
  const isCut = hasMore && (find !== undefined || !hasNext)
  const list = new Intl.ListFormat(language, { type: 'unit' })
  const notes = [
    find ? t('tables.found', { found, count, find }) : '',
    !find && !isCut && pages > 1 ? t(hasMore ? 'tables.count_more' : 'tables.count', { count }) : '',
    isCut ? t('tables.cut', { count }) : '',
    overlapping.length > 0 ? t('tables.overlapping', { columns: list.format(overlapping) }) : '',
  ]
  return notes.filter(Boolean)
}
