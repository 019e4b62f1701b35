import type { Axis } from './axis.ts'
import { heightOf, positionOf } from './paths.ts'
import { type Series, seriesColors } from './series.ts'
import type { Stretch } from './use-pointing.ts'

interface CursorProps {
  /** Share of the width. */
  readonly at: number
  readonly axis: Axis
  readonly value: number | null
  readonly before: number | null | undefined
  readonly series: Series
}

/** The line through the point that is read, with a dot on each course. */
export function Cursor({ at, axis, value, before, series }: CursorProps) {
  const dot = 'absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface'
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute inset-y-0 ${seriesColors[series]}`}
      style={{ left: `${at * 100}%` }}
    >
      <div className="absolute inset-y-0 border-edge border-l" />
      {typeof before === 'number' && (
        <span className={`${dot} bg-edge`} style={{ bottom: `${heightOf(before, axis) * 100}%` }} />
      )}
      {value !== null && <span className={`${dot} bg-current`} style={{ bottom: `${heightOf(value, axis) * 100}%` }} />}
    </div>
  )
}

/** The stretch that is being marked. */
export function MarkedStretch({ from, to, count }: Stretch & { readonly count: number }) {
  const [start, end] = [positionOf(from, count), positionOf(to, count)]
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 border-accent border-x bg-accent/10"
      style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
    />
  )
}
