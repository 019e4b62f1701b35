import { memo } from 'react'
import { type PackedCourse, unpackCourse } from './packed.ts'
import { areaPath, heightOf, linePath, positionOf, spark, viewBoxOf } from './paths.ts'
import { type Series, seriesColors } from './series.ts'

interface SparklineProps {
  readonly course: PackedCourse
  readonly series?: Series
}

/** The course of a figure without axes. Decoration: the text beside it says everything, so it is hidden from readers. */
export const Sparkline = memo(function Sparkline({ course: packed, series = 1 }: SparklineProps) {
  const { values, extent } = unpackCourse(packed)
  const course = { values, extent, drawing: spark }
  const lastKnown = values.findLastIndex((value) => value !== null)
  const last = values[lastKnown]
  return (
    <div aria-hidden className={`relative h-full w-full ${seriesColors[series]}`} dir="ltr">
      <svg
        className="absolute inset-0 h-full w-full overflow-visible"
        preserveAspectRatio="none"
        role="presentation"
        viewBox={viewBoxOf(values.length, spark)}
      >
        {values.length > 0 && (
          <>
            <path className="fill-current opacity-8" d={areaPath(course)} />
            <path
              className="fill-none stroke-current"
              d={linePath(course)}
              strokeLinecap="round"
              strokeLinejoin="round"
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          </>
        )}
      </svg>
      {typeof last === 'number' && (
        <span
          className="absolute size-1.5 -translate-x-1/2 translate-y-1/2 rounded-full bg-current"
          style={{ left: `${positionOf(lastKnown, values.length) * 100}%`, bottom: `${heightOf(last, extent) * 100}%` }}
        />
      )}
    </div>
  )
})
