import { href, Link } from 'react-router'
import { ColumnsMenu } from '../../blocks/breakdown-table/columns-menu.tsx'
import { FindName } from '../../blocks/breakdown-table/find-name.tsx'
import { levelParam, showings } from '../../blocks/breakdown-table/levels.ts'
import type { TableModel } from '../../blocks/breakdown-table/model.ts'
import { useTableWords } from '../../blocks/breakdown-table/words.ts'
import { ClaimsMenu } from '../../blocks/claims/claims-menu.tsx'
import { Download } from '../../icons.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass } from '../../ui/index.ts'
import { FilterMenu } from './filter-menu.tsx'
import { useWords } from './words.ts'

interface ToolbarProps {
  readonly table: TableModel
  readonly state: SearchState
  readonly domain: string
}

/** Level, search, filters and export of the table. */
export function Toolbar({ table, state, domain }: ToolbarProps) {
  const say = useWords()
  const sayTable = useTableWords()
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <nav
        aria-label={say('toolbar.view')}
        className="flex max-w-full overflow-x-auto rounded-lg bg-hover p-0.5 text-[13px]"
      >
        {showings.map((showing) => (
          <Link
            aria-current={showing === table.showing || undefined}
            className="touch-target inline-flex shrink-0 items-center justify-center rounded-md px-2.5 py-1 text-soft max-sm:px-1.5 max-sm:text-xs hover:text-ink focus-visible:-outline-offset-2 aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
            key={showing}
            preventScrollReset
            to={{ search: withSearch(state, { level: levelParam(showing), after: undefined, unfolded: [] }) }}
          >
            {sayTable(`level.${showing}`)}
          </Link>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">
        <FindName state={state} />
        {table.filters.length > 0 && <FilterMenu filters={table.filters} state={state} />}
        {table.claims.length > 0 && <ClaimsMenu choices={table.claims} state={state} />}
        <ColumnsMenu page={href('/shop/:domain/campaigns', { domain })} state={state} table={table} />
        <a
          className={buttonClass('secondary', 'small')}
          download
          href={`${href('/shop/:domain/campaigns.csv', { domain })}${table.exportSearch}`}
          title={say('toolbar.file')}
        >
          <Download aria-hidden className="size-3.5" /> <span className="max-sm:sr-only">CSV</span>
        </a>
      </div>
    </header>
  )
}
