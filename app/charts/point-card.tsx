import { describeChange } from './change.ts'
import { type Series, seriesColors } from './series.ts'
import type { TimePoint } from './time-point.ts'

interface PointCardProps {
  /** Share of the width at which the point stands. */
  readonly at: number
  readonly label: string
  readonly point: TimePoint
  readonly before: TimePoint | undefined
  readonly series: Series
}

/** What the bucket under the pointer says, with the one it is compared with. Stays on the side with room. */
export function PointCard({ at, label, point, before, series }: PointCardProps) {
  const side = at > 0.55 ? '-translate-x-full -ml-3' : 'ml-3'
  const change = before && describeChange({ now: point.value, before: before.value, better: 'neither' })
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute top-0 z-10 w-max max-w-64 rounded-lg border border-line bg-raised px-3 py-2 text-xs shadow-raised ${side}`}
      style={{ left: `${at * 100}%` }}
    >
      <p className="text-faint">{label}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-1 tabular">
        <dt className={`h-0.5 w-3 rounded bg-current ${seriesColors[series]}`} />
        <dd className="text-soft">{point.long}</dd>
        <dd className="text-right font-semibold">{point.text}</dd>
        {before && (
          <>
            <dt className="w-3 border-edge border-t-2 border-dashed" />
            <dd className="text-soft">{before.long}</dd>
            <dd className="text-right">{before.text}</dd>
          </>
        )}
      </dl>
      {change && change.text !== '–' && <p className="mt-1 text-right text-soft tabular">{change.text}</p>}
    </div>
  )
}
