import { memo, type ReactNode } from 'react'
import { type Text, useText } from '../language/index.ts'
import type { Axis } from './axis.ts'
import { AxisLabels, TimeLabels } from './axis-labels.tsx'
import { Cursor, MarkedStretch } from './cursor.tsx'
import { positionOf } from './paths.ts'
import { Plot } from './plot.tsx'
import { PointCard } from './point-card.tsx'
import type { Series } from './series.ts'
import type { TimePoint } from './time-point.ts'
import { type Stretch, usePointing } from './use-pointing.ts'

export interface TimeSeriesProps {
  /** Name of the figure. */
  readonly label: string
  readonly points: readonly TimePoint[]
  /** Laid over the points by position; may be shorter or longer. */
  readonly compare?: readonly TimePoint[] | undefined
  readonly axis: Axis
  /** The last bucket with a value still grows: its segment is dashed. */
  readonly isRunning?: boolean
  /** Fills what lies between the line and zero. */
  readonly isFilled?: boolean
  /** Takes less height, where it is not alone in its row. */
  readonly isShort?: boolean
  readonly series?: Series
  /** Called with the stretch of points that a person marked. */
  readonly onMark?: ((stretch: Stretch) => void) | undefined
  /** Stands on the drawing, above everything else. */
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
        <div />
        <TimeLabels most={isShort ? 5 : 7} points={points} />
      </div>
    </div>
  )
})

/** What moves: the point that is read, and the stretch that is marked. */
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
