import { memo, type PointerEvent, useState } from 'react'
import type { Axis } from './axis.ts'
import { areaPath, headOf, heightOf, linePath, loneValues, plotHeight, plotWidth, positionOf, tailOf } from './paths.ts'
import { PointCard } from './point-card.tsx'
import type { TimePoint } from './time-point.ts'

export interface TimeSeriesProps {
  /** Name of the figure. */
  readonly label: string
  readonly points: readonly TimePoint[]
  /** Laid over the points by position; may be shorter or longer. */
  readonly compare?: readonly TimePoint[] | undefined
  readonly axis: Axis
  /** The last bucket with a value still grows: its segment is dashed. */
  readonly isRunning?: boolean
}

/**
 * A line over time with its comparison. Pointer or arrow keys (Home, End) step through the buckets; a screen reader
 * hears each as the value of a slider. The box keeps its height, whatever it holds.
 */
export const TimeSeries = memo(function TimeSeries({ label, points, compare, axis, isRunning }: TimeSeriesProps) {
  const [active, setActive] = useState<number>()
  const count = points.length
  const current = active === undefined ? undefined : points[active]
  const before = active === undefined ? undefined : compare?.[active]
  const read = active ?? Math.max(0, count - 1)
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <AxisLabels axis={axis} />
      <div className="relative h-56 rounded-sm outline-offset-4 outline-accent has-focus-visible:outline-2 sm:h-72">
        <Plot axis={axis} compare={compare} isRunning={isRunning ?? false} points={points} />
        {active !== undefined && current && (
          <>
            <Cursor axis={axis} at={positionOf(active, count)} before={before?.value} value={current.value} />
            <PointCard at={positionOf(active, count)} before={before} label={label} point={current} />
          </>
        )}
        <input
          aria-label={`${label} over time. Use the arrow keys to read each point.`}
          aria-valuetext={spoken(points[read], compare?.[read])}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y appearance-none opacity-0"
          max={Math.max(0, count - 1)}
          min={0}
          onBlur={() => setActive(undefined)}
          onChange={(event) => setActive(event.target.valueAsNumber)}
          onPointerLeave={() => setActive(undefined)}
          onPointerMove={(event) => setActive(nearest(event, count))}
          type="range"
          value={read}
        />
      </div>
      <div />
      <TimeLabels points={points} />
    </div>
  )
})

interface PlotProps {
  readonly points: readonly TimePoint[]
  readonly compare: readonly TimePoint[] | undefined
  readonly axis: Axis
  readonly isRunning: boolean
}

const Plot = memo(function Plot({ points, compare, axis, isRunning }: PlotProps) {
  const values = points.map((point) => point.value)
  const count = values.length
  const lastKnown = values.findLastIndex((value) => value !== null)
  const lastWhole = isRunning ? lastKnown - 1 : lastKnown
  const stroke = { strokeLinecap: 'round', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <>
      {axis.ticks.map((tick) => (
        <div
          className={`absolute inset-x-0 border-t ${tick.at === 0 ? 'border-edge/50' : 'border-line'}`}
          key={tick.at}
          style={{ bottom: `${heightOf(tick.at, axis) * 100}%` }}
        />
      ))}
      <svg
        aria-hidden
        className="absolute inset-0 h-full w-full overflow-visible"
        preserveAspectRatio="none"
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
      >
        <path className="fill-series-1/8" d={areaPath(values, axis)} />
        {compare && (
          <path
            {...stroke}
            className="fill-none stroke-edge"
            d={linePath(
              compare.slice(0, count).map((point) => point.value),
              axis,
              count,
            )}
            strokeDasharray="3 4"
            strokeWidth={1.5}
          />
        )}
        <path
          {...stroke}
          className="fill-none stroke-series-1"
          d={linePath(headOf(values, lastWhole), axis)}
          strokeWidth={2.25}
        />
        {isRunning && (
          <path
            {...stroke}
            className="fill-none stroke-series-1"
            d={linePath(tailOf(values, Math.max(0, lastWhole)), axis)}
            strokeDasharray="4 5"
            strokeWidth={2.25}
          />
        )}
      </svg>
      {loneValues(values).map(({ index, value }) => (
        <span
          className="absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full bg-series-1"
          key={index}
          style={{ left: `${positionOf(index, count) * 100}%`, bottom: `${heightOf(value, axis) * 100}%` }}
        />
      ))}
    </>
  )
})

function AxisLabels({ axis }: { readonly axis: Axis }) {
  return (
    <div aria-hidden className="relative min-w-8 text-right text-faint text-xs tabular">
      {axis.ticks.map((tick) => (
        <span
          className="absolute right-0 translate-y-1/2 leading-none"
          key={tick.at}
          style={{ bottom: `${heightOf(tick.at, axis) * 100}%` }}
        >
          {tick.text}
        </span>
      ))}
      {/* Takes the width of the widest label, which the positioned ones do not. */}
      {axis.ticks.map((tick) => (
        <span className="invisible block h-0" key={tick.at}>
          {tick.text}
        </span>
      ))}
    </div>
  )
}

function TimeLabels({ points }: { readonly points: readonly TimePoint[] }) {
  const wanted = Math.min(points.length, 7)
  const indices = Array.from({ length: wanted }, (_, slot) =>
    wanted < 2 ? 0 : Math.round((slot * (points.length - 1)) / (wanted - 1)),
  )
  return (
    <div aria-hidden className="relative mt-2 h-4 text-faint text-xs tabular">
      {indices.map((index, slot) => (
        <span
          className={`absolute whitespace-nowrap ${anchorOf(slot, wanted)} ${isSpare(slot, wanted) ? 'max-sm:hidden' : ''}`}
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

/** On a phone every other label goes, and the one that would touch the last. */
function isSpare(slot: number, count: number): boolean {
  return slot < count - 1 && (slot % 2 === 1 || slot === count - 2)
}

function anchorOf(slot: number, count: number): string {
  if (count > 1 && (slot === 0 || slot === count - 1)) return ''
  return '-translate-x-1/2'
}

interface CursorProps {
  readonly at: number
  readonly axis: Axis
  readonly value: number | null
  readonly before: number | null | undefined
}

function Cursor({ at, axis, value, before }: CursorProps) {
  const dot = 'absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface'
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0" style={{ left: `${at * 100}%` }}>
      <div className="absolute inset-y-0 border-edge border-l" />
      {typeof before === 'number' && (
        <span className={`${dot} bg-edge`} style={{ bottom: `${heightOf(before, axis) * 100}%` }} />
      )}
      {value !== null && (
        <span className={`${dot} bg-series-1`} style={{ bottom: `${heightOf(value, axis) * 100}%` }} />
      )}
    </div>
  )
}

function nearest({ clientX, currentTarget }: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(count - 1, Math.round(((clientX - left) / width) * (count - 1))))
}

function spoken(point: TimePoint | undefined, before: TimePoint | undefined): string {
  if (!point) return 'No data'
  return before ? `${point.long}: ${point.text}; before: ${before.text}` : `${point.long}: ${point.text}`
}
