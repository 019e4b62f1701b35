import { Check, ListFilter } from 'lucide-react'
import { Link } from 'react-router'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass, useSelfClosing } from '../../ui/index.ts'
import type { FilterModel } from './model.ts'
import { isKept, toggleFilter } from './toggle-filter.ts'

interface FilterMenuProps {
  readonly filters: readonly FilterModel[]
  readonly state: SearchState
}

/** By what the table can be limited; opens without JavaScript, and each choice is a link. */
export function FilterMenu({ filters, state }: FilterMenuProps) {
  const ref = useSelfClosing()
  return (
    <details className="relative" ref={ref}>
      <summary className={`${buttonClass('secondary', 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        <ListFilter aria-hidden className="size-3.5" /> <span className="max-sm:sr-only">Filter</span>
      </summary>
      <div className="absolute end-0 top-full z-40 mt-1.5 grid max-h-[70dvh] w-72 gap-3 overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-3 shadow-raised max-sm:fixed max-sm:inset-x-4 max-sm:top-24 max-sm:w-auto">
        {filters.map((filter) => (
          <section aria-label={filter.label} key={filter.dimension}>
            <h3 className="px-2 pb-1 text-faint text-xs">{filter.label}</h3>
            <ul>
              {filter.choices.map(({ value, label }) => (
                <li key={value}>
                  <Choice
                    isChosen={isKept(state.filters, filter.dimension, value)}
                    label={label}
                    to={withSearch(state, {
                      filters: toggleFilter(state.filters, filter.dimension, value),
                      unfolded: [],
                    })}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly isChosen: boolean
  readonly to: string
}

function Choice({ label, isChosen, to }: ChoiceProps) {
  return (
    <Link
      aria-current={isChosen || undefined}
      className="touch-target flex items-center gap-2 rounded-lg px-2 py-1.5 text-[13px] hover:bg-hover focus-visible:-outline-offset-2 aria-current:font-medium"
      preventScrollReset
      rel="nofollow"
      to={{ search: to }}
    >
      <Check aria-hidden className={`size-3.5 shrink-0 ${isChosen ? 'text-accent' : 'opacity-0'}`} />
      <span className="truncate" title={label}>
        {label}
      </span>
    </Link>
  )
}
