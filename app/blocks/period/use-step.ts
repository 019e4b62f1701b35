import type { Day, DayRange } from '@tillsight/core/days'
import { useNavigate } from 'react-router'
import { parseSearch, type SearchState, withSearch } from '../../search/index.ts'
import { periodAfter, periodBefore } from '../../search/step-period.ts'
import { useSearchAhead } from '../../search/use-latest-search.ts'
import type { PeriodView } from './period-view.ts'

export type StepDirection = 'back' | 'forth'

/**
 * Steps a period on from the days that the address has by then, so that two steps in quick succession are two although nothing
 * was drawn in between. Does nothing where nothing lies ahead.
 */
export function useStep(period: PeriodView, state: SearchState): (direction: StepDirection) => void {
  const navigate = useNavigate()
  const readAhead = useSearchAhead()
  return (direction) => {
    const ahead = readAhead()
    const latest = ahead === undefined ? state : parseSearch(ahead)
    // Only the server knows which days a preset means: the step is then one from those that are drawn.
    const days = ahead === undefined ? undefined : daysOf(latest)
    const range = days ? neighbourOf(days, period, direction) : direction === 'back' ? period.previous : period.next
    if (!range) return
    const search = withSearch(latest, { range: 'custom', from: range.from, to: range.to })
    void navigate({ search }, { preventScrollReset: true })
  }
}

function neighbourOf(range: DayRange, { today }: PeriodView, direction: StepDirection): DayRange | undefined {
  return direction === 'back' ? periodBefore(range) : periodAfter(range, today)
}

function daysOf({ from, to }: SearchState): DayRange | undefined {
  const areDays = [from, to].every((day) => day !== undefined && !Number.isNaN(Date.parse(day)))
  // Holds for what a step or the calendar put there; what is shown instead of anything typed, the server says.
  return areDays ? { from: from as Day, to: to as Day } : undefined
}
