import { Link } from 'react-router'
import { isAdFilter, type Showing } from '../../blocks/breakdown-table/levels.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass } from '../../ui/index.ts'

interface NoRowsProps {
  readonly showing: Showing
  readonly state: SearchState
}

const names: Readonly<Record<Showing, string>> = {
  channel: 'channel',
  campaign: 'campaign',
  ad_set: 'ad set',
  ad: 'ad',
  creative: 'ad',
}

/** Why the table has no rows, and how to get some. */
export function NoRows({ showing, state }: NoRowsProps) {
  const name = names[showing]
  const hasFilters = state.filters.some(isAdFilter)
  const why =
    state.find === undefined
      ? `No ${name} has figures in these days${hasFilters ? ' under these filters' : ''}.`
      : `No ${name}’s name holds “${state.find}”${hasFilters ? ' under these filters' : ''}.`
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t px-4 py-10 text-center">
      <p>{why}</p>
      {state.find !== undefined && (
        <Way label="Clear the search" to={withSearch(state, { find: undefined, unfolded: [] })} />
      )}
      {hasFilters && (
        <Way
          label="Clear the filters"
          to={withSearch(state, { filters: state.filters.filter((filter) => !isAdFilter(filter)), unfolded: [] })}
        />
      )}
      {state.find === undefined && !hasFilters && state.range !== '90d' && (
        <Way label="Show the last 90 days" to={withSearch(state, { range: '90d', unfolded: [] })} />
      )}
    </div>
  )
}

function Way({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link className={buttonClass('secondary', 'small')} preventScrollReset to={{ search: to }}>
      {label}
    </Link>
  )
}
