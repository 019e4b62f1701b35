import { lazy, memo, type ReactNode, Suspense } from 'react'
import { type Text, useText } from '../language/index.ts'
import { orNothing } from '../ui/basic/or-nothing.ts'
import type { Axis } from './axis.ts'
import type { TimeSeriesContent } from './cursor.tsx'
import { heightOf, positionOf } from './paths.ts'
import { Plot, type Stretch, usePointing } from './plot.tsx'
import type { TimePoint } from './series.ts'

const loadCursor = () => import('./cursor.tsx')
// Without it the chart can still be seen, and heard.
const Cursor = lazy(() => orNothing(loadCursor().then((piece) => piece.Cursor)))

interface TimeSeriesProps extends TimeSeriesContent {
  /** The last bucket with a value still grows: its segment is dashed. */
  readonly isRunning?: boolean
  /** Fills the area between the line and zero. */
  readonly isFilled?: boolean
  /** Smaller height, for charts that share a row. */
  readonly isShort?: boolean
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

/** The interactive layer: cursor and selection. What it draws is loaded when the pointer or the focus comes. */
function Reading(props: TimeSeriesProps) {
  const { label, points, compare, onMark } = props
  const t = useText()
  const count = points.length
  const { active, marked, field } = usePointing({ count, onMark })
  const read = active ?? Math.max(0, count - 1)
  const preload = () => void loadCursor().catch(() => undefined)
  return (
    <>
      {active !== undefined && (
        <Suspense>
          <Cursor {...props} index={active} marked={marked} />
        </Suspense>
      )}
      <input
        {...field}
        aria-label={t(onMark ? 'chart.keys_select' : 'chart.keys', { name: label })}
        aria-valuetext={marked ? markedText(marked, points, t) : spokenPoint(points[read], compare?.[read], t)}
        className="absolute inset-0 size-full cursor-crosshair touch-pan-y appearance-none opacity-0 print:hidden"
        max={Math.max(0, count - 1)}
        min={0}
        onFocus={preload}
        onPointerEnter={preload}
        type="range"
        value={read}
      />
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
