import { Link } from 'react-router'
import { isAdFilter } from '../../blocks/breakdown-table/levels.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface NoRowsProps {
  readonly state: SearchState
}

/** Why the table has no rows, and how to get some. */
export function NoRows({ state }: NoRowsProps) {
  const say = useWords()
  const { find } = state
  const hasFilters = state.filters.some(isAdFilter)
  const why =
    find === undefined
      ? say(hasFilters ? 'empty.filtered' : 'empty.none')
      : say(hasFilters ? 'empty.not_found_filtered' : 'empty.not_found', { find })
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t px-4 py-10 text-center">
      <p>{why}</p>
      {find !== undefined && (
        <Way label={say('empty.clear_find')} to={withSearch(state, { find: undefined, unfolded: [] })} />
      )}
      {hasFilters && (
        <Way
          label={say('empty.clear_filters')}
          to={withSearch(state, { filters: state.filters.filter((filter) => !isAdFilter(filter)), unfolded: [] })}
        />
      )}
      {find === undefined && !hasFilters && state.range !== '90d' && (
        <Way label={say('empty.more_days')} to={withSearch(state, { range: '90d', unfolded: [] })} />
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
