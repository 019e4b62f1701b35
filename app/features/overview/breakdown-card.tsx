import { Link, useRevalidator } from 'react-router'
import { type BarRow, Bars, Delta } from '../../charts/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Button, Card, Skeleton } from '../../ui/index.ts'
import type { BreakdownModel, BreakdownRow } from './model.ts'
import { SearchSelect } from './search-select.tsx'

interface BreakdownCardProps {
  readonly breakdown: BreakdownModel
  readonly state: SearchState
  readonly choices: readonly { readonly key: string; readonly label: string }[]
}

/** The chart's figure by one dimension, largest first. A row filters the page. */
export function BreakdownCard({ breakdown, state, choices }: BreakdownCardProps) {
  const hasShare = breakdown.rows.some((row) => row.share !== null)
  const hasChange = breakdown.rows.some((row) => row.change !== null)
  const columns = [
    { label: breakdown.metricLabel },
    ...(hasShare ? [{ label: 'Share', isExtra: true }] : []),
    ...(hasChange ? [{ label: 'Change' }] : []),
  ]
  const total: BarRow = {
    key: 'total',
    label: 'Total',
    value: null,
    cells: [breakdown.total, ...(hasShare ? [''] : []), ...(hasChange ? [''] : [])],
  }
  const toBar = (row: BreakdownRow): BarRow => ({
    key: row.value,
    label: (
      <Link
        className="rounded underline-offset-3 hover:underline"
        preventScrollReset
        title={`Show only ${row.label}`}
        to={{ search: withFilter(state, breakdown.dimension, row.value) }}
      >
        {row.label}
      </Link>
    ),
    value: row.length,
    cells: [
      row.text,
      ...(hasShare ? [<Faint key="share">{row.share}</Faint>] : []),
      ...(hasChange ? [row.change && <Delta change={row.change} key="change" />] : []),
    ],
  })
  return (
    <Card aria-labelledby="breakdown-heading" className="p-4 sm:p-5">
      <div className="mb-2 flex items-center gap-2">
        <h2 className="font-semibold text-[15px]" id="breakdown-heading">
          {breakdown.metricLabel} by
        </h2>
        <SearchSelect
          label="Break down by"
          name="by"
          options={choices.map(({ key, label }) => ({ value: key, label: label.toLowerCase() }))}
          state={state}
          value={breakdown.dimension}
        />
      </div>
      {breakdown.rows.length === 0 ? (
        <p className="py-10 text-center text-soft">Nothing to break down in this range.</p>
      ) : (
        <Bars
          caption={`${breakdown.metricLabel} by ${breakdown.dimensionLabel}`}
          columns={columns}
          labelHeader={breakdown.dimensionLabel}
          rows={breakdown.rows.map(toBar)}
          total={total}
        />
      )}
      <p className="mt-2 pl-2 text-faint text-xs">{noteOf(breakdown)}</p>
    </Card>
  )
}

function noteOf({ hasMore, isOverlapping, rows }: BreakdownModel): string {
  const notes = [
    hasMore ? `The ${rows.length} largest are listed.` : '',
    isOverlapping ? 'An order can be in several rows, so they exceed the total.' : '',
  ]
  return notes.filter(Boolean).join(' ')
}

/** Keeps the place of a breakdown while it is on its way. */
export function BreakdownSkeleton() {
  return (
    <Card aria-hidden className="space-y-3 p-5">
      <Skeleton className="h-6 w-44" />
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton className="h-7 w-full" key={index} />
      ))}
    </Card>
  )
}

function Faint({ children }: { readonly children: string | null }) {
  return <span className="text-faint">{children}</span>
}

function withFilter(state: SearchState, dimension: string, value: string): string {
  const others = state.filters.filter((filter) => filter.dimension !== dimension)
  return withSearch(state, { filters: [...others, { dimension, operator: 'is', values: [value] }] })
}

/** Stands where a breakdown failed; the rest of the page is not concerned. */
export function BreakdownFailed() {
  const { revalidate, state } = useRevalidator()
  return (
    <Card className="grid place-items-center gap-3 p-8 text-center">
      <p className="text-soft">The breakdown could not be loaded.</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} type="button">
        Try again
      </Button>
    </Card>
  )
}
