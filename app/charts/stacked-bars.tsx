import { memo } from 'react'
import type { Axis } from './axis.ts'
import { heightOf } from './paths.ts'
import { stackHeight, stackPaths, stackStep } from './stack.ts'

/** One part of every bar. */
export interface StackSeries {
  readonly key: string
  readonly label: string
  /** Class of its colour. */
  readonly color: string
  readonly values: readonly number[]
}

interface StackedBarsProps {
  readonly label: string
  readonly axis: Axis
  readonly series: readonly StackSeries[]
  readonly buckets: readonly { readonly short: string; readonly long: string }[]
  /** Index of the first bucket whose figures may still grow: drawn paler. */
  readonly unfinishedFrom?: number | undefined
}

/**
 * Stacked bars over time, which runs from left to right in every language. A drawing only: pages show the same data in words or
 * a table.
 */
export const StackedBars = memo(function StackedBars(props: StackedBarsProps) {
  const { label, axis, series, buckets, unfinishedFrom } = props
  const paths = stackPaths(
    series.map(({ values }) => values),
    axis,
  )
  const labels = labelled(buckets)
  const width = buckets.length * stackStep
  const pale = unfinishedFrom === undefined ? 1 : unfinishedFrom / buckets.length
  return (
    <figure aria-label={label} className="m-0">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-3 text-[13px] text-soft">
        {series.map(({ key, label: name, color }) => (
          <li className="inline-flex items-center gap-1.5" key={key}>
            <span aria-hidden className={`size-2.5 rounded-xs bg-current ${color}`} />
            {name}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[auto_1fr] gap-x-3" dir="ltr">
        <div aria-hidden className="relative w-14 text-end text-faint text-xs">
          {axis.ticks.map(({ at, text }) => (
            <span
              className="absolute end-0 translate-y-1/2 whitespace-nowrap"
              key={at}
              style={{ bottom: `${heightOf(at, axis) * 100}%` }}
            >
              {text}
            </span>
          ))}
        </div>
        <div className="relative h-52">
          {axis.ticks.map(({ at }) => (
            <div
              className={`absolute inset-x-0 border-t ${at === 0 ? 'border-edge/50' : 'border-line'}`}
              key={at}
              style={{ bottom: `${heightOf(at, axis) * 100}%` }}
            />
          ))}
          <svg
            aria-hidden
            className="absolute inset-0 size-full"
            preserveAspectRatio="none"
            viewBox={`0 0 ${width} ${stackHeight}`}
          >
            {paths.map((path, index) => (
              <path className={`fill-current ${series[index]?.color ?? ''}`} d={path} key={series[index]?.key} />
            ))}
          </svg>
          {pale < 1 && (
            <div
              aria-hidden
              className="absolute inset-y-0 end-0 border-edge border-s border-dashed bg-surface/55"
              style={{ insetInlineStart: `${pale * 100}%` }}
            />
          )}
        </div>
        <span />
        <div aria-hidden className="flex justify-between pt-1.5 text-faint text-xs">
          {labels.map(({ short, long }) => (
            <span className={labels.length === mostLabels ? 'max-sm:even:hidden' : ''} dir="auto" key={long}>
              {short}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
})

/** An odd number: a phone has room for every other one, and the last is one of them. */
const mostLabels = 7

/** The buckets with a label: first, last, and some between. */
function labelled<Bucket>(buckets: readonly Bucket[]): readonly Bucket[] {
  if (buckets.length <= mostLabels) return buckets
  return Array.from({ length: mostLabels }, (_, index) =>
    buckets.at(Math.round((index / (mostLabels - 1)) * (buckets.length - 1))),
  ).flatMap((bucket) => bucket ?? [])
}
