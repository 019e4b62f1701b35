import 'virtual:words/arriving'
import type { DayRange } from '@tillsight/core/days'
import { href, Link } from 'react-router'
import { CalendarSearch, Download, Plug } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { buttonClass, Card, EmptyState } from '../../ui/index.ts'

/** Before anything is connected. */
export function ConnectFirst({ domain }: { readonly domain: string }) {
  const t = useText()
  return (
    <Card>
      <EmptyState
        action={
          <Link className={buttonClass('primary')} to={href('/shop/:domain/integrations', { domain })}>
            {t('empty.connect')}
          </Link>
        }
        icon={Plug}
        title={t('empty.unconnected')}
      >
        {t('empty.unconnected_hint', { domain })}
      </EmptyState>
    </Card>
  )
}

interface NothingHereProps {
  readonly state: SearchState
  readonly isFiltered: boolean
  readonly isImporting: boolean
  /** Undefined when the shop has no records before the range. */
  readonly firstYear: DayRange | undefined
}

/** Shown instead of figures when the range has no bookings; names the likely reason. */
export function NothingHere({ state, isFiltered, isImporting, firstYear }: NothingHereProps) {
  const t = useText()
  if (isFiltered) {
    return (
      <Card>
        <EmptyState
          action={<Way label={t('empty.clear')} to={withSearch(state, { filters: [] })} />}
          icon={CalendarSearch}
          title={t('empty.filtered')}
        >
          {t('empty.filtered_hint')}
        </EmptyState>
      </Card>
    )
  }
  if (isImporting) {
    return (
      <Card>
        <EmptyState icon={Download} title={t('empty.importing')}>
          {t('empty.importing_hint')}
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
              <Way label={t('empty.first_year')} to={withSearch(state, { range: 'custom', ...firstYear })} />
            )}
            <Way label={t('empty.all_time')} to={withSearch(state, { range: 'all' })} />
          </span>
        }
        icon={CalendarSearch}
        title={t('empty.no_orders')}
      >
        {t('empty.no_orders_hint')}
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
