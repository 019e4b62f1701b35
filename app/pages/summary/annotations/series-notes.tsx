import { Link } from 'react-router'
import { useText } from '../../../language/index.ts'
import { type SearchState, withSearch } from '../../../search/index.ts'
import type { ChartMark } from '../model.ts'
import { NoteAuthor } from './note-author.tsx'

interface SeriesNotesProps {
  readonly marks: readonly ChartMark[]
  readonly state: SearchState
}

/** The annotations of a chart as a list, with a link to add one. */
export function SeriesNotes({ marks, state }: SeriesNotesProps) {
  const t = useText()
  return (
    <>
      {marks.length > 0 && (
        <details className="open:order-last open:w-full print:open:block">
          <summary className="w-fit rounded text-soft leading-6 hover:text-ink">
            {t('note.list_count.other', { count: marks.length })}
          </summary>
          <ul className="mt-2 space-y-1">
            {marks.map(({ id, dayText, text, author }) => (
              <li key={id}>
                <span className="text-faint">{dayText}</span> <span dir="auto">{text}</span>{' '}
                <NoteAuthor className="text-faint" name={author} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Link
        className="rounded text-soft hover:text-ink print:hidden"
        preventScrollReset
        to={{ search: withSearch(state, { note: 'new', open: undefined }) }}
      >
        {t('note.add')}
      </Link>
    </>
  )
}
