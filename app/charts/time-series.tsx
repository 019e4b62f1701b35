import { memo, type ReactNode } from 'react'
import { type Text, useText } from '../language/index.ts'
import type { Axis } from './axis.ts'
import { describeChange } from './change.ts'
import { heightOf, positionOf } from './paths.ts'
import { Plot, type Stretch, usePointing } from './plot.tsx'
import { type Series, seriesColors, type TimePoint } from './series.ts'

export interface TimeSeriesProps {
  /** Name of the figure. */
  readonly label: string
  readonly points: readonly TimePoint[]
  /** Comparison, overlaid by position; may be shorter or longer. */
  readonly compare?: readonly TimePoint[] | undefined
  readonly axis: Axis
  /** The last bucket with a value still grows: its segment is dashed. */
  readonly isRunning?: boolean
  /** Fills the area between the line and zero. */
  readonly isFilled?: boolean
  /** Smaller height, for charts that share a row. */
  readonly isShort?: boolean
  readonly series?: Series
  /** Called with the stretch of points that a person marked. */
  readonly onMark?: ((stretch: Stretch) => void) | undefined
  /** Drawn on top of the chart. */
  readonly children?: ReactNode
}

/**
 * A line over time with its comparison. Pointer or arrow keys (Home, End) step through the buckets; a screen reader
 * hears each as the value of a slider. The box keeps its height, whatever it holds, and fills a column that is higher;
 * time runs from left to right in every language.
 */
export const TimeSeries = memo(function TimeSeries(props: TimeSeriesProps) {
  const { points, compare, axis, isRunning = false, isFilled = false, isShort = false, series = 1 } = props
  return (
    <div className="@container/chart flex flex-1 flex-col" dir="ltr">
      <div className="grid flex-1 grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-3">
        <AxisLabels axis={axis} />
        <div
          className={`relative rounded-sm outline-offset-4 outline-accent has-[input:focus-visible]:outline-2 ${isShort ? 'min-h-40' : 'min-h-56 sm:min-h-72'}`}
        >
          <Plot
            axis={axis}
            compare={compare}
            isFilled={isFilled}
            isRunning={isRunning}
            points={points}
            series={series}
          />
          <Reading {...props} />
          {props.children}
        </div>
        <TimeLabels most={isShort ? 5 : 7} points={points} />
      </div>
    </div>
  )
})

/** The interactive layer: cursor and selection. */
function Reading(props: TimeSeriesProps) {
  const { label, points, compare, onMark } = props
  const t = useText()
  const count = points.length
  const { active, marked, field } = usePointing({ count, onMark })
  const read = active ?? Math.max(0, count - 1)
  return (
    <>
      {marked && <MarkedStretch count={count} from={marked.from} to={marked.to} />}
      {active !== undefined && <ReadPoint {...props} index={active} />}
      <input
        {...field}
        aria-label={t(onMark ? 'chart.keys_select' : 'chart.keys', { name: label })}
        aria-valuetext={marked ? markedText(marked, points, t) : spokenPoint(points[read], compare?.[read], t)}
        className="absolute inset-0 size-full cursor-crosshair touch-pan-y appearance-none opacity-0 print:hidden"
        max={Math.max(0, count - 1)}
        min={0}
        type="range"
        value={read}
      />
    </>
  )
}

function ReadPoint({ label, points, compare, axis, series = 1, index }: TimeSeriesProps & { readonly index: number }) {
  const point = points[index]
  if (!point) return null
  const before = compare?.[index]
  const at = positionOf(index, points.length)
  return (
    <>
      <Cursor at={at} axis={axis} before={before?.value} series={series} value={point.value} />
      <PointCard at={at} before={before} label={label} point={point} series={series} />
    </>
  )
}

function markedText({ from, to }: Stretch, points: readonly TimePoint[], t: Text): string {
  return t('chart.marked', { from: points[from]?.long ?? '', to: points[to]?.long ?? '' })
}

function spokenPoint(point: TimePoint | undefined, before: TimePoint | undefined, t: Text): string {
  if (!point) return t('chart.no_data')
  const text = `${point.long}: ${point.text}`
  return before ? t('chart.point_before', { point: text, before: `${before.long}: ${before.text}` }) : text
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

interface CursorProps {
  /** Horizontal position as a share of the width. */
  readonly at: number
  readonly axis: Axis
  readonly value: number | null
  readonly before: number | null | undefined
  readonly series: Series
}

/** The cursor line through a point, with a dot on each series. */
function Cursor({ at, axis, value, before, series }: CursorProps) {
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

/** Labels of the vertical axis, as wide as the widest of them. */
function AxisLabels({ axis }: { readonly axis: Axis }) {
  return (
    <div aria-hidden className="min-w-8 text-right text-faint text-xs tabular">
      {axis.ticks.map((tick) => (
        // Without a height, so that all are moved from the top; the line's middle stands there.
        <span
          className="relative block h-0 leading-0"
          key={tick.at}
          style={{ top: `${(1 - heightOf(tick.at, axis)) * 100}%` }}
        >
          {tick.text}
        </span>
      ))}
    </div>
  )
}

/** Labels of the time axis: as many as fit without touching. */
function TimeLabels({ points, most }: { readonly points: readonly TimePoint[]; readonly most: number }) {
  const wanted = Math.min(points.length, most)
  const indices = Array.from({ length: wanted }, (_, slot) =>
    wanted < 2 ? 0 : Math.round((slot * (points.length - 1)) / (wanted - 1)),
  )
  return (
    <div aria-hidden className="relative col-start-2 mt-3 h-4 text-faint text-xs tabular">
      {indices.map((index, slot) => (
        <span
          className={`absolute whitespace-nowrap ${anchorOf(slot, wanted)} ${isSpare(slot, wanted) ? '@max-md/chart:hidden' : ''}`}
          dir="auto"
          key={index}
          style={
            slot === wanted - 1 && slot > 0 ? { right: 0 } : { left: `${positionOf(index, points.length) * 100}%` }
          }
        >
          {points[index]?.short}
        </span>
      ))}
    </div>
  )
}

/** Labels to hide where room is short: every other one, and the one that would touch the last. */
function isSpare(slot: number, count: number): boolean {
  return count > 3 && slot < count - 1 && (slot % 2 === 1 || slot === count - 2)
}

function anchorOf(slot: number, count: number): string {
  if (count > 1 && (slot === 0 || slot === count - 1)) return ''
  return '-translate-x-1/2'
}
