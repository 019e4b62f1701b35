import type { DayRange } from '@tillsight/core/days'
import { CalendarSearch, Download, Plug } from 'lucide-react'
import { href, Link } from 'react-router'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass, Card, EmptyState } from '../../ui/index.ts'

/** Before anything is connected. */
export function ConnectFirst({ domain }: { readonly domain: string }) {
  return (
    <Card>
      <EmptyState
        action={
          <Link className={buttonClass('primary')} to={href('/shop/:domain/integrations', { domain })}>
            Connect your store
          </Link>
        }
        icon={Plug}
        title="No store connected yet"
      >
        Sales, orders and customers will be here. Connect the store of {domain} and the first figures appear within
        minutes.
      </EmptyState>
    </Card>
  )
}

interface NothingHereProps {
  readonly state: SearchState
  readonly isFiltered: boolean
  readonly isImporting: boolean
  /** Undefined when the shop has no earlier records. */
  readonly firstYear: DayRange | undefined
}

/** Stands where the figures would be when nothing was booked in the range, and says which of the reasons it is. */
export function NothingHere({ state, isFiltered, isImporting, firstYear }: NothingHereProps) {
  if (isFiltered) {
    return (
      <Card>
        <EmptyState
          action={<Way label="Clear the filters" to={withSearch(state, { filters: [] })} />}
          icon={CalendarSearch}
          title="Nothing matches these filters"
        >
          There are no orders in this range that meet all of them.
        </EmptyState>
      </Card>
    )
  }
  if (isImporting) {
    return (
      <Card>
        <EmptyState icon={Download} title="The first figures are on their way">
          Newest orders come first. This page fills up while the rest of the history is still coming in.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {firstYear && (
              <Way label="Show the first year of data" to={withSearch(state, { range: 'custom', ...firstYear })} />
            )}
            <Way label="Show all time" to={withSearch(state, { range: 'all' })} />
          </span>
        }
        icon={CalendarSearch}
        title="No orders in this range"
      >
        Nothing was sold or given back on these days. A wider range may have something to show.
      </EmptyState>
    </Card>
  )
}

function Way({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link className={buttonClass('primary')} to={{ search: to }}>
      {label}
    </Link>
  )
}
