import { href, Link } from 'react-router'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Button, buttonClass } from '../../ui/index.ts'
import type { TableModel } from './model.ts'
import type { TreeState } from './tree-state.ts'

interface TableFootProps {
  readonly table: TableModel
  readonly tree: TreeState
  readonly state: SearchState
  readonly domain: string
  readonly isLoading: boolean
  /** Asks for the next rows. */
  readonly loadNext: () => void
  readonly retry: () => void
}

/** What should be known of the figures, and the way to further rows. */
export function TableFoot({ table, tree, state, domain, isLoading, loadNext, retry }: TableFootProps) {
  const cursor = tree.pages.at(-1)?.cursor ?? null
  const rows = tree.pages.reduce((sum, page) => sum + page.rows.length, 0)
  return (
    <footer className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-2.5 text-[13px] sm:px-5">
      <ul className="min-w-0 max-w-prose flex-1 space-y-0.5 text-faint">
        {table.maturing && table.columns.some(({ isClaim }) => isClaim) && <li>{table.maturing.long}</li>}
        {table.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>
          Costs of channels without a platform are entered as{' '}
          <Link
            className="rounded text-soft underline underline-offset-3"
            to={href('/shop/:domain/campaigns/spend', { domain })}
          >
            custom spend
          </Link>
          .
        </li>
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <span aria-live="polite" className="text-faint tabular">
          {isLoading ? 'Loading further rows' : `${rows.toLocaleString('en-US')}${cursor === null ? '' : '+'} rows`}
        </span>
        {tree.failure !== null && (
          <>
            <span className="text-bad" role="alert">
              {tree.failure}
            </span>
            <Button onClick={retry} size="small" type="button">
              Try again
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
            From the first row
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
            Next rows
          </Link>
        )}
      </div>
    </footer>
  )
}
