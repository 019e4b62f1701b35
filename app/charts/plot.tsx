import { type ChangeEvent, type KeyboardEvent, memo, type PointerEvent, useState } from 'react'
import type { Axis } from './axis.ts'
import { areaPath, headOf, heightOf, linePath, loneValues, plot, positionOf, tailOf, viewBoxOf } from './paths.ts'
import { type Series, seriesColors, type TimePoint } from './series.ts'

interface PlotProps {
  readonly points: readonly TimePoint[]
  readonly compare: readonly TimePoint[] | undefined
  readonly axis: Axis
  readonly isRunning: boolean
  readonly isFilled: boolean
  readonly series: Series
}

const stroke = { strokeLinecap: 'round', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const

/** The lines of a chart, stretched to their box. */
export const Plot = memo(function Plot({ points, compare, axis, isRunning, isFilled, series }: PlotProps) {
  const values = points.map((point) => point.value)
  const count = values.length
  const scale = { extent: axis, drawing: plot }
  const lastKnown = values.findLastIndex((value) => value !== null)
  const lastWhole = isRunning ? lastKnown - 1 : lastKnown
  const before = compare?.slice(0, count).map((point) => point.value)
  return (
    <div className={`absolute inset-0 ${seriesColors[series]}`}>
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
        viewBox={viewBoxOf(count, plot)}
      >
        {isFilled && <path className="fill-current opacity-12" d={areaPath({ values, ...scale })} />}
        {before && (
          <path
            {...stroke}
            className="fill-none stroke-edge"
            d={linePath({ values: before, count, ...scale })}
            strokeDasharray="3 4"
            strokeWidth={1.5}
          />
        )}
        <path
          {...stroke}
          className="fill-none stroke-current"
          d={linePath({ values: headOf(values, lastWhole), ...scale })}
          strokeWidth={2.25}
        />
        {isRunning && (
          <path
            {...stroke}
            className="fill-none stroke-current"
            d={linePath({ values: tailOf(values, Math.max(0, lastWhole)), ...scale })}
            strokeDasharray="4 5"
            strokeWidth={2.25}
          />
        )}
      </svg>
      {loneValues(values).map(({ index, value }) => (
        <span
          className="absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full bg-current"
          key={index}
          style={{ left: `${positionOf(index, count) * 100}%`, bottom: `${heightOf(value, axis) * 100}%` }}
        />
      ))}
    </div>
  )
})

/** A stretch of points, both ends included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

interface PointingOptions {
  readonly count: number
  /** Undefined: points can be read but not marked. */
  readonly onMark: ((stretch: Stretch) => void) | undefined
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/**
 * The cursor and the selection. A mouse reads by moving and selects by dragging, touch reads only; arrow keys read, with
 * Shift they select, Enter confirms the selection and Escape discards it.
 */
export function usePointing({ count, onMark }: PointingOptions) {
  const [active, setActive] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const last = Math.max(0, count - 1)
  const marked = toStretch(anchor, active)
  const unmark = () => setAnchor(undefined)
  const leave = () => {
    setActive(undefined)
    unmark()
  }
  const take = () => {
    if (marked) onMark?.(marked)
    leave()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = steps[event.key]
    if (event.key === 'Escape' && marked) {
      event.preventDefault()
      event.stopPropagation()
      unmark()
    } else if (event.key === 'Enter' && marked) {
      event.preventDefault()
      take()
    } else if (step !== undefined && event.shiftKey && onMark) {
      event.preventDefault()
      const at = active ?? last
      setAnchor((begun) => begun ?? at)
      setActive(Math.max(0, Math.min(last, at + step)))
    } else if (step !== undefined) unmark()
  }
  return {
    active,
    marked,
    field: {
      onBlur: leave,
      onKeyDown,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setActive(event.target.valueAsNumber),
      onPointerDown: (event: PointerEvent<HTMLInputElement>) => {
        if (!onMark || event.pointerType === 'touch' || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setAnchor(nearest(event, count))
      },
      onPointerMove: (event: PointerEvent<HTMLInputElement>) => setActive(nearest(event, count)),
      onPointerUp: (event: PointerEvent<HTMLInputElement>) => {
        if (event.pointerType !== 'touch') take()
      },
      onPointerLeave: () => {
        if (anchor === undefined) setActive(undefined)
      },
      onPointerCancel: leave,
    },
  } as const
}

function toStretch(anchor: number | undefined, active: number | undefined): Stretch | undefined {
  if (anchor === undefined || active === undefined || anchor === active) return undefined
  return { from: Math.min(anchor, active), to: Math.max(anchor, active) }
}

function nearest({ clientX, currentTarget }: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(count - 1, Math.round(((clientX - left) / width) * (count - 1))))
}
