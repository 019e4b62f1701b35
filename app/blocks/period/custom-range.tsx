import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import { directionOf, useLanguage, useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { Button } from '../../ui/index.ts'
import { calendarWords } from './calendar-words.ts'
import type { PeriodView } from './period-view.ts'

const step = 'grid size-8 place-items-center rounded-lg text-soft hover:bg-hover disabled:opacity-30'

const looks = {
  root: 'relative',
  months: 'flex gap-6',
  month: '',
  month_caption: 'flex h-8 items-center justify-center font-medium',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: step,
  button_next: step,
  chevron: 'size-4 fill-current rtl:-scale-x-100',
  month_grid: 'mt-2 border-collapse',
  weekday: 'size-9 font-normal text-faint text-xs',
  day: 'p-0 text-center tabular',
  day_button: 'grid size-9 place-items-center rounded-lg hover:bg-hover disabled:hover:bg-transparent',
  today: 'font-semibold text-accent',
  outside: 'invisible',
  disabled: 'text-faint opacity-50',
  selected: '',
  range_start: 'rounded-s-lg bg-accent-wash [&>button]:bg-accent [&>button]:text-canvas',
  range_end: 'rounded-e-lg bg-accent-wash [&>button]:bg-accent [&>button]:text-canvas',
  range_middle: 'bg-accent-wash',
}

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
        <DayField
          label={t('period.first_day')}
          max={period.today}
          onChange={(from) => setDays({ ...days, from })}
          value={days.from}
        />
        <DayField
          label={t('period.last_day')}
          max={period.today}
          onChange={(to) => setDays({ ...days, to })}
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

interface DayFieldProps {
  readonly label: string
  readonly value: string
  readonly max: string
  readonly onChange: (day: string) => void
}

function DayField({ label, value, max, onChange }: DayFieldProps) {
  return (
    <label className="grid gap-1 text-faint text-xs">
      {label}
      <input
        className="h-9 rounded-lg border border-edge bg-surface px-2.5 text-ink text-sm tabular"
        max={max}
        onChange={(event) => onChange(event.target.value)}
        required
        type="date"
        value={value}
      />
    </label>
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
      classNames={looks}
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

/** The calendar uses the browser's time zone; at noon the date is the same in all of them. */
function noon(day: string): Date {
  return new Date(`${day}T12:00:00`)
}

/** Undefined while the typed date is incomplete. */
function toDate(day: string): Date | undefined {
  const date = noon(day)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

function weekday(startsOn: number): Weekday {
  const days: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
  return days[startsOn % 7] ?? 1
}
