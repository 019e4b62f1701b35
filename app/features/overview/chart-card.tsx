import type { Interval } from '@tillsight/metrics'
import { Link } from 'react-router'
import { ChartTable, Delta, TimeSeries } from '../../charts/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Card } from '../../ui/index.ts'
import type { ChartModel } from './model.ts'
import { SearchSelect } from './search-select.tsx'

interface ChartCardProps {
  readonly chart: ChartModel
  readonly state: SearchState
  readonly choices: readonly { readonly key: string; readonly label: string }[]
  readonly interval: Interval
  readonly intervals: readonly Interval[]
  readonly isRunning: boolean
  readonly than: string | undefined
  readonly className?: string
}

/** The course of one figure with its comparison. */
export function ChartCard({ chart, state, choices, than, isRunning, className = '', ...interval }: ChartCardProps) {
  return (
    <Card aria-labelledby="chart-heading" className={`flex flex-col p-4 sm:p-5 ${className}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="sr-only" id="chart-heading">
            {chart.label} over time
          </h2>
          <SearchSelect
            label="Figure in the chart"
            name="metric"
            options={choices.map(({ key, label }) => ({ value: key, label }))}
            state={state}
            value={chart.key}
          />
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
            <Link
              className="font-semibold text-2xl tabular tracking-tight"
              preventScrollReset
              to={{ search: withSearch(state, { open: chart.key }) }}
            >
              {chart.text}
            </Link>
            {chart.change && <Delta change={chart.change} than={than} />}
          </p>
        </div>
        <IntervalChoice {...interval} state={state} />
      </div>
      <p className="sr-only">{chart.summary}</p>
      <div className="mt-5 flex-1">
        <TimeSeries
          axis={chart.axis}
          compare={chart.compare}
          isRunning={isRunning}
          label={chart.label}
          points={chart.points}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-soft text-xs">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="w-4 border-series-1 border-t-2" /> This period
        </span>
        {than && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden className="w-4 border-edge border-t-2 border-dashed" /> {than.replace('vs ', '')}
          </span>
        )}
        {isRunning && <span className="text-faint">The last point is still running and drawn dashed.</span>}
      </div>
      <ChartTable compare={chart.compare} label={chart.label} points={chart.points} />
    </Card>
  )
}

const intervalLabels = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const satisfies Record<
  Interval,
  string
>

function IntervalChoice({ state, interval, intervals }: Pick<ChartCardProps, 'state' | 'interval' | 'intervals'>) {
  if (intervals.length < 2) return null
  return (
    <nav aria-label="Length of a point" className="flex rounded-lg bg-hover p-0.5 text-[13px]">
      {intervals.map((choice) => (
        <Link
          aria-current={choice === interval || undefined}
          className="rounded-md px-2.5 py-1 text-soft hover:text-ink aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
          key={choice}
          preventScrollReset
          to={{ search: withSearch(state, { interval: choice }) }}
        >
          {intervalLabels[choice]}
        </Link>
      ))}
    </nav>
  )
}
