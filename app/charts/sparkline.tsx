import { memo } from 'react'
import { type PackedSeries, unpackSeries } from './packed.ts'
import { areaPath, dotPath, linePath, spark, viewBoxOf } from './paths.ts'
import { type Series, seriesColors } from './series.ts'

interface SparklineProps {
  readonly course: PackedSeries
  readonly series?: Series
  readonly className?: string
}

/** A time series without axes. Decorative: the text beside it has the information, so it is hidden from screen readers. */
export const Sparkline = memo(function Sparkline({
  course: packed,
  series = 1,
  className = 'size-full',
}: SparklineProps) {
  const { values, extent } = unpackSeries(packed)
  const course = { values, extent, drawing: spark }
  const lastKnown = values.findLastIndex((value) => value !== null)
  const last = values[lastKnown]
  return (
    <svg
      aria-hidden
      className={`spark ${className} ${seriesColors[series]}`}
      preserveAspectRatio="none"
      viewBox={viewBoxOf(values.length, spark)}
    >
      {values.length > 0 && (
        <>
          <path d={areaPath(course)} />
          <path d={linePath(course)} />
        </>
      )}
      {typeof last === 'number' && <path d={dotPath(course, lastKnown)} />}
    </svg>
  )
})
