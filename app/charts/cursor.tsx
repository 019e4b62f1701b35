import type { Axis } from './axis.ts'
import { describeChange } from './change.ts'
import { heightOf, positionOf } from './paths.ts'
import type { Stretch } from './plot.tsx'
import { type Series, seriesColors, type TimePoint } from './series.ts'

/** What a line over time shows. */
export interface TimeSeriesContent {
  /** Name of the figure. */
  readonly label: string
  readonly points: readonly TimePoint[]
  /** Comparison, overlaid by position; may be shorter or longer. */
  readonly compare?: readonly TimePoint[] | undefined
  readonly axis: Axis
  readonly series?: Series
}

export interface CursorProps extends TimeSeriesContent {
  /** Of the point that is being read. */
  readonly index: number
  readonly marked: Stretch | undefined
}

/** What a reader points at: the point with its text, and the stretch that is being marked. */
export function Cursor({ label, points, compare, axis, series = 1, index, marked }: CursorProps) {
  const point = points[index]
  const before = compare?.[index]
  const at = positionOf(index, points.length)
  return (
    <>
      {marked && <MarkedStretch count={points.length} from={marked.from} to={marked.to} />}
      {point && (
        <>
          <Line at={at} axis={axis} before={before?.value} series={series} value={point.value} />
          <PointCard at={at} before={before} label={label} point={point} series={series} />
        </>
      )}
    </>
  )
}

interface PointCardProps {
  /** Horizontal position as a share of the width. */
  readonly at: number
  readonly label: string
  readonly point: TimePoint
  readonly before: TimePoint | undefined
  readonly series: Series
}

/** Tooltip of a bucket, with its comparison. Stays on the side with more room. */
function PointCard({ at, label, point, before, series }: PointCardProps) {
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

interface LineProps {
  /** Horizontal position as a share of the width. */
  readonly at: number
  readonly axis: Axis
  readonly value: number | null
  readonly before: number | null | undefined
  readonly series: Series
}

/** The cursor line through a point, with a dot on each series. */
function Line({ at, axis, value, before, series }: LineProps) {
  const dot = 'absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface'
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute inset-y-0 ${seriesColors[series]}`}
      style={{ left: `${at * 100}%` }}
    >
      <div className="absolute inset-y-0 border-edge border-l" />
      {typeof before === 'number' && (
        <span className={`${dot} bg-edge`} style={{ bottom: `${heightOf(before, axis) * 100}%` }} />
      )}
      {value !== null && <span className={`${dot} bg-current`} style={{ bottom: `${heightOf(value, axis) * 100}%` }} />}
    </div>
  )
}

/** The stretch that is being marked. */
function MarkedStretch({ from, to, count }: Stretch & { readonly count: number }) {
  const [start, end] = [positionOf(from, count), positionOf(to, count)]
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 border-accent border-x bg-accent/10"
      style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
    />
  )
}
