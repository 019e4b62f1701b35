import { Download, Search } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { buttonClass } from '../../ui/index.ts'
import { ClaimsMenu } from '../claims/index.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { levelParam, showingNames, showings } from './levels.ts'
import type { TableModel } from './model.ts'
import { searchFieldId } from './use-search-key.ts'

interface ToolbarProps {
  readonly table: TableModel
  readonly state: SearchState
  readonly domain: string
}

/** What the table begins with, what it is limited to, and how it is taken along. */
export function Toolbar({ table, state, domain }: ToolbarProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <nav aria-label="Level" className="flex max-w-full overflow-x-auto rounded-lg bg-hover p-0.5 text-[13px]">
        {showings.map((showing) => (
          <Link
            aria-current={showing === table.showing || undefined}
            className="touch-target inline-flex shrink-0 items-center justify-center rounded-md px-2.5 py-1 text-soft max-sm:px-1.5 max-sm:text-xs hover:text-ink focus-visible:-outline-offset-2 aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
            key={showing}
            preventScrollReset
            to={{ search: withSearch(state, { level: levelParam(showing), after: undefined, unfolded: [] }) }}
          >
            {showingNames[showing]}
          </Link>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">
        <FindName state={state} />
        {table.filters.length > 0 && <FilterMenu filters={table.filters} state={state} />}
        {table.claims.length > 0 && <ClaimsMenu choices={table.claims} state={state} />}
        <ColumnsMenu domain={domain} state={state} table={table} />
        <a
          className={buttonClass('secondary', 'small')}
          download
          href={`${href('/shop/:domain/campaigns.csv', { domain })}${table.exportSearch}`}
          title="Every row of this level as a file"
        >
          <Download aria-hidden className="size-3.5" /> <span className="max-sm:sr-only">CSV</span>
        </a>
      </div>
    </header>
  )
}

/** Searches names on submit; a form of the address, so that it works without scripts. */
function FindName({ state }: { readonly state: SearchState }) {
  const others = [...new URLSearchParams(toSearch({ ...state, find: undefined, after: undefined, unfolded: [] }))]
  return (
    <search className="min-w-0 max-sm:flex-1">
      <Form className="relative" method="get" preventScrollReset>
        {others.map(([key, text]) => (
          <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
        ))}
        <Search
          aria-hidden
          className="pointer-events-none absolute start-2.5 top-1/2 size-3.5 -translate-y-1/2 text-faint"
        />
        <input
          aria-keyshortcuts="/"
          aria-label="Search names"
          className="h-8 w-full rounded-lg sm:w-44 border border-line bg-surface ps-8 pe-2 text-[13px] placeholder:text-faint pointer-coarse:h-11 pointer-coarse:text-base"
          defaultValue={state.find}
          id={searchFieldId}
          key={state.find}
          maxLength={80}
          name="find"
          placeholder="Search names"
          type="search"
        />
      </Form>
    </search>
  )
}
