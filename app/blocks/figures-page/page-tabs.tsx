import { NavLink, useSearchParams } from 'react-router'
import { parseSearch, withSearch } from '../../search/index.ts'

interface PageTabsProps {
  readonly label: string
  /** The first page is the default tab. */
  readonly pages: readonly { readonly to: string; readonly label: string }[]
}

/** Tabs of related pages; they keep period, comparison and filters. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const [params] = useSearchParams()
  const search = withSearch(parseSearch(params), {
    open: undefined,
    sort: undefined,
    find: undefined,
    by: 'country',
    tab: undefined,
  })
  return (
    <nav aria-label={label}>
      <ul className="-mx-4 flex scroll-px-4 gap-5 overflow-x-auto px-4 pt-2 sm:mx-0 sm:px-0">
        {pages.map(({ to, label: name }) => (
          <li key={to}>
            <NavLink
              className="flex h-10 items-center whitespace-nowrap border-transparent border-b-2 text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:[scroll-initial-target:nearest] aria-[current=page]:font-medium aria-[current=page]:text-ink"
              end
              to={{ pathname: to, search }}
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
