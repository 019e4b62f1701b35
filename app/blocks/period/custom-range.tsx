import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { Button } from '../../ui/index.ts'
import { Calendar } from './calendar.tsx'
import type { PeriodView } from './period-view.ts'

interface CustomRangeProps {
  /** Which of the two ranges is chosen here. */
  readonly for: 'range' | 'compare'
  readonly period: PeriodView
  readonly state: SearchState
  readonly back: () => void
  readonly close: () => void
}

/** Two months to click in, and two fields to type in; both say the same. */
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
