import type { FilterModel } from '../../blocks/breakdown-table/model.ts'
import { ListFilter } from '../../icons.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { DetailsMenu, MenuChoice } from '../../ui/index.ts'
import { isKept, toggleFilter } from './toggle-filter.ts'
import { useWords } from './words.ts'

interface FilterMenuProps {
  readonly filters: readonly FilterModel[]
  readonly state: SearchState
}

/** Filters of the table; opens without JavaScript, and each choice is a link. */
export function FilterMenu({ filters, state }: FilterMenuProps) {
  const say = useWords()
  return (
    <DetailsMenu icon={ListFilter} label={say('toolbar.filter')}>
      {filters.map((filter) => (
        <section aria-label={filter.label} key={filter.dimension}>
          <h3 className="px-2 pb-1 text-faint text-xs">{filter.label}</h3>
          <ul>
            {filter.choices.map(({ value, label }) => (
              <li key={value}>
                <MenuChoice
                  hint={label}
                  isChosen={isKept(state.filters, filter.dimension, value)}
                  to={withSearch(state, {
                    filters: toggleFilter(state.filters, filter.dimension, value),
                    unfolded: [],
                  })}
                >
                  {label}
                </MenuChoice>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DetailsMenu>
  )
}
