import 'virtual:words/period'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import { directionOf, useLanguage, useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { Button } from '../../ui/index.ts'
import { calendarLook, noon, toDate, toDay } from '../calendar/calendar-look.ts'
import { calendarWords } from '../calendar/calendar-words.ts'
import { DateField } from '../calendar/date-field.tsx'
import type { PeriodView } from './period-view.ts'

interface CustomRangeProps {
  /** Which of the two ranges is chosen here. */
  readonly for: 'range' | 'compare'
  readonly period: PeriodView
  readonly state: SearchState
  readonly back: () => void
  readonly close: () => void
}

/** Two calendar months to click in, and two fields to type in, kept in sync. */
export function CustomRange({ for: target, period, state, back, close }: CustomRangeProps) {
  const t = useText()
  const choose = useChoose()
  const start = target === 'range' ? period.range : (period.compare ?? period.previous)
  const [days, setDays] = useState<{ readonly from: string; readonly to: string }>(start)
  // The entry that led here is gone, and the focus with it.
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const isValid = days.from !== '' && days.to !== '' && days.from <= days.to && days.from <= period.today

  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isValid) return
    const patch =
      target === 'range'
        ? ({ range: 'custom', ...days } as const)
        : ({ compare: 'custom', compareFrom: days.from, compareTo: days.to } as const)
    choose(withSearch(state, patch))
    close()
  }

  return (
    <form className="p-4" onSubmit={apply}>
      <h2 className="mb-3 font-semibold outline-none" ref={title} tabIndex={-1}>
        {t(target === 'range' ? 'period.custom_title' : 'period.compare_title')}
      </h2>
      <Calendar days={days} onChange={setDays} period={period} />
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <DateField
          hasCalendar={false}
          label={t('period.first_day')}
          onDay={(from) => setDays({ ...days, from })}
          required
          value={days.from}
        />
        <DateField
          hasCalendar={false}
          label={t('period.last_day')}
          onDay={(to) => setDays({ ...days, to })}
          required
          value={days.to}
        />
        <span className="flex-1" />
        <Button kind="quiet" onClick={back} type="button">
          {t('action.back')}
        </Button>
        <Button disabled={!isValid} kind="primary">
          {t('period.apply')}
        </Button>
      </div>
    </form>
  )
}

interface CalendarProps {
  readonly days: { readonly from: string; readonly to: string }
  readonly period: PeriodView
  readonly onChange: (days: { readonly from: string; readonly to: string }) => void
}

/** One or two months to choose a first and a last day in. */
function Calendar({ days, period, onChange }: CalendarProps) {
  const language = useLanguage()
  const words = calendarWords(language, useText())
  // After the first of two clicks the range has no end yet; the fields show one day until it has.
  const [isOpen, setOpen] = useState(false)
  const selected = { from: toDate(days.from), to: isOpen ? undefined : toDate(days.to) }
  const choose = (range: DateRange | undefined) => {
    if (!range?.from) return
    setOpen(range.to === undefined)
    onChange({ from: toDay(range.from), to: toDay(range.to ?? range.from) })
  }
  return (
    <DayPicker
      classNames={calendarLook}
      {...words}
      defaultMonth={selected.from ?? noon(period.today)}
      dir={directionOf(language)}
      disabled={{ after: noon(period.today) }}
      mode="range"
      numberOfMonths={window.matchMedia('(min-width: 40rem)').matches ? 2 : 1}
      onSelect={choose}
      resetOnSelect
      selected={selected}
      weekStartsOn={weekday(period.weekStartsOn)}
    />
  )
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

function weekday(startsOn: number): Weekday {
  const days: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
  return days[startsOn % 7] ?? 1
}
