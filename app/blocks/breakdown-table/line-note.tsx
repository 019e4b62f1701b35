import { Link } from 'react-router'
import { useText } from '../../language/index.ts'
import { Button, Skeleton } from '../../ui/index.ts'
import { Across, type Spans } from './cells.tsx'
import type { Line } from './tree-state.ts'
import { useTableWords } from './words.ts'

interface LineNoteProps {
  readonly line: Exclude<Line, { kind: 'row' }>
  readonly spans: Spans
  /** Query string of a table limited to this row's children. */
  readonly whole: string
  readonly loadMore: (id: string, after: string) => void
  readonly retry: (id: string) => void
}

const indents = ['ps-10', 'ps-14', 'ps-18', 'ps-22'] as const

/** A note below an expanded row whose children are missing or incomplete. */
export function LineNote({ line, spans, ...rest }: LineNoteProps) {
  return (
    <tr className="h-13" aria-level={line.depth + 1}>
      <Across className={`h-13 border-line border-b py-0 pe-3 ${indents[line.depth] ?? ''}`} spans={spans}>
        <div className="sticky start-10 flex w-fit max-w-full items-center gap-3 text-soft">
          <Content line={line} {...rest} />
        </div>
      </Across>
    </tr>
  )
}

function Content({ line, whole, loadMore, retry }: Omit<LineNoteProps, 'spans'>) {
  const { parent } = line
  const say = useTableWords()
  const t = useText()
  switch (line.kind) {
    case 'waiting':
      return (
        <>
          <span className="sr-only">{say('rows.loading')}</span>
          <Skeleton className="h-5 w-72 max-w-full" />
        </>
      )
    case 'none':
      return <span className="text-faint">{say('rows.none')}</span>
    case 'failed':
      return (
        <>
          <span role="alert">{line.message === '' ? say('rows.failed') : line.message}</span>
          <Button onClick={() => retry(parent.id)} size="small" type="button">
            {t('action.retry')}
          </Button>
        </>
      )
    case 'more':
      return (
        <Link
          className="rounded font-medium text-accent hover:underline"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            loadMore(parent.id, line.cursor)
          }}
          preventScrollReset
          rel="nofollow"
          to={{ search: whole }}
        >
          {say('rows.more')}
        </Link>
      )
  }
}
