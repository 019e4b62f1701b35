import { Link } from 'react-router'
import { X } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'

interface FilterChipsProps {
  readonly state: SearchState
  /** Printed filters, in the order of the state's. */
  readonly labels: readonly string[]
}

/** The active filters; each chip can be inverted or removed. */
export function FilterChips({ state, labels }: FilterChipsProps) {
  const t = useText()
  if (labels.length === 0) return null
  return (
    <ul aria-label={t('filter.list')} className="flex flex-wrap items-center gap-2">
      {labels.map((label, index) => (
        <li className="inline-flex items-center rounded-full border border-line bg-surface text-[13px]" key={label}>
          <Link
            className="rounded-s-full py-1 ps-3 pe-1 hover:underline"
            preventScrollReset
            title={t('filter.turn')}
            to={{
              search: withSearch(state, {
                filters: state.filters.map((filter, at) => (at === index ? negate(filter) : filter)),
              }),
            }}
          >
            {label}
          </Link>
          <Link
            aria-label={t('filter.remove', { name: label })}
            className="grid size-7 place-items-center rounded-full text-faint hover:bg-hover hover:text-ink"
            preventScrollReset
            to={{ search: withSearch(state, { filters: state.filters.filter((_, at) => at !== index) }) }}
          >
            <X aria-hidden className="size-3.5" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          className="text-[13px] text-soft hover:underline"
          preventScrollReset
          to={{ search: withSearch(state, { filters: [] }) }}
        >
          {t('filter.clear')}
        </Link>
      </li>
    </ul>
  )
}

function negate(filter: SearchState['filters'][number]): SearchState['filters'][number] {
  return { ...filter, operator: filter.operator === 'is' ? 'is_not' : 'is' }
}
