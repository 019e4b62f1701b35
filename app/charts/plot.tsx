import { memo } from 'react'
import type { Axis } from './axis.ts'
import { areaPath, headOf, heightOf, linePath, loneValues, plot, positionOf, tailOf, viewBoxOf } from './paths.ts'
import { type Series, seriesColors } from './series.ts'
import type { TimePoint } from './time-point.ts'

interface PlotProps {
  readonly points: readonly TimePoint[]
  readonly compare: readonly TimePoint[] | undefined
  readonly axis: Axis
  readonly isRunning: boolean
  readonly isFilled: boolean
  readonly series: Series
}

const stroke = { strokeLinecap: 'round', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const

/** The lines of a chart, stretched to the box around them. */
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
