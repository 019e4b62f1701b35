import { Link } from 'react-router'
import { useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Button, buttonClass } from '../../ui/index.ts'
import type { TreeFoot } from './tree-card.tsx'
import { useTableWords } from './words.ts'

interface FurtherRowsProps extends TreeFoot {
  readonly state: SearchState
}

/** Number of rows loaded, and a link to the next ones. */
export function FurtherRows({ tree, state, isLoading, loadNext, retry }: FurtherRowsProps) {
  const say = useTableWords()
  const t = useText()
  const cursor = tree.pages.at(-1)?.cursor ?? null
  const count = tree.pages.reduce((sum, page) => sum + page.rows.length, 0)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span aria-live="polite" className="text-faint tabular">
        {say(isLoading ? 'rows.loading' : cursor === null ? 'rows.count' : 'rows.count_more', { count })}
      </span>
      {tree.failure !== null && (
        <>
          <span className="text-bad" role="alert">
            {tree.failure === '' ? say('rows.failed') : tree.failure}
          </span>
          <Button onClick={retry} size="small" type="button">
            {t('action.retry')}
          </Button>
        </>
      )}
      {state.after !== undefined && (
        <Link
          className={buttonClass('secondary', 'small')}
          preventScrollReset
          rel="nofollow"
          to={{ search: withSearch(state, { after: undefined }) }}
        >
          {say('rows.first')}
        </Link>
      )}
      {cursor !== null && tree.failure === null && (
        <Link
          className={buttonClass('secondary', 'small')}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            loadNext()
          }}
          preventScrollReset
          rel="nofollow"
          to={{ search: withSearch(state, { after: cursor }) }}
        >
          {say('rows.next')}
        </Link>
      )}
    </div>
  )
}
