import { memo } from 'react'
import { areaPath, heightOf, linePath, plotHeight, plotWidth, positionOf } from './paths.ts'

/** The course of a figure without axes. Decoration: the text beside it says everything, so it is hidden from readers. */
export const Sparkline = memo(function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  const extent = { min: Math.min(0, ...known), max: Math.max(0, ...known) }
  const lastKnown = values.findLastIndex((value) => value !== null)
  const last = values[lastKnown]
  return (
    <div aria-hidden className="relative h-full w-full">
      <svg
        className="absolute inset-0 h-full w-full overflow-visible"
        preserveAspectRatio="none"
        role="presentation"
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
      >
        {extent.max !== extent.min && (
          <>
            <path className="fill-series-1/8" d={areaPath(values, extent)} />
            <path
              className="fill-none stroke-series-1"
              d={linePath(values, extent)}
              strokeLinecap="round"
              strokeLinejoin="round"
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          </>
        )}
      </svg>
      {typeof last === 'number' && extent.max !== extent.min && (
        <span
          className="absolute size-1.5 -translate-x-1/2 translate-y-1/2 rounded-full bg-series-1"
          style={{ left: `${positionOf(lastKnown, values.length) * 100}%`, bottom: `${heightOf(last, extent) * 100}%` }}
        />
      )}
    </div>
  )
})
