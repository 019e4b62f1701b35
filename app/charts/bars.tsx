import { memo, type ReactNode } from 'react'
import type { Axis } from './axis.ts'
import { heightOf } from './paths.ts'
import { type Series, seriesColors } from './series.ts'
import { stackHeight, stackPaths, stackStep } from './stack.ts'

export interface BarColumn {
  readonly label: string
  /** Narrow screens hide `wide` columns first, then `medium` ones. */
  readonly needs?: 'medium' | 'wide'
  /** Secondary: paler. */
  readonly isFaint?: boolean
}

const roomFor = { medium: '@max-xs/bars:hidden', wide: '@max-md/bars:hidden' } as const

/** A row of a breakdown. */
export interface BarRow {
  readonly key: string
  readonly label: ReactNode
  /** Length of the bar; negative values have none. */
  readonly value: number | null
  /** Cells after the label, already printed; as many as there are columns. */
  readonly cells: readonly ReactNode[]
}

interface BarsProps {
  readonly caption: string
  readonly labelHeader: string
  readonly columns: readonly BarColumn[]
  readonly rows: readonly BarRow[]
  /** Pinned above the rows. */
  readonly total?: BarRow | undefined
  readonly series?: Series
}

/** A table whose rows have a bar from zero, to compare parts at a glance and still read them. */
export function Bars({ caption, labelHeader, columns, rows, total, series = 1 }: BarsProps) {
  const longest = Math.max(0, ...rows.map((row) => row.value ?? 0))
  return (
    <div className="@container/bars">
      <table className="bars">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeader}</th>
            {columns.map((column) => (
              <th className={column.needs && roomFor[column.needs]} key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {total && (
            <tr className="bars-total">
              <th scope="row">{total.label}</th>
              <Cells cells={total.cells} columns={columns} />
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <span
                  aria-hidden
                  className={`bars-length ${seriesColors[series]}`}
                  style={{ width: `${longest > 0 ? (Math.max(0, row.value ?? 0) / longest) * 100 : 0}%` }}
                />
                <span className="relative block truncate text-match-parent" dir="auto">
                  {row.label}
                </span>
              </th>
              <Cells cells={row.cells} columns={columns} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellsProps {
  readonly cells: readonly ReactNode[]
  readonly columns: readonly BarColumn[]
}

function Cells({ cells, columns }: CellsProps) {
  return cells.map((cell, index) => {
    const { label, needs, isFaint = false } = columns[index] ?? {}
    return (
      <td className={`${isFaint ? 'text-faint ' : ''}${needs ? roomFor[needs] : ''}` || undefined} key={label}>
        {cell}
      </td>
    )
  })
}

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
          {labelled(buckets).map(({ short, long }) => (
            <span dir="auto" key={long}>
              {short}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
})

/** The buckets with a label: first, last, and some between. */
function labelled<Bucket>(buckets: readonly Bucket[]): readonly Bucket[] {
  const most = 6
  if (buckets.length <= most) return buckets
  return Array.from({ length: most }, (_, index) =>
    buckets.at(Math.round((index / (most - 1)) * (buckets.length - 1))),
  ).flatMap((bucket) => bucket ?? [])
}
