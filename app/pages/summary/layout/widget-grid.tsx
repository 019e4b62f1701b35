import { type CSSProperties, type ReactNode, useMemo } from 'react'
import type { WidgetFrame } from '../widget-frame.ts'
import { fillRow, packRows, type Span } from './pack.ts'

interface WidgetGridProps {
  readonly frames: readonly WidgetFrame[]
  /** On a wide screen; narrower ones have three, then two. */
  readonly columns: number
  /** The first row: its first tile is the largest, the others share the rest evenly. */
  readonly isPinned?: boolean
  /** Draws a widget, with its key, as one element in its place. */
  readonly children: (frame: WidgetFrame, place: CSSProperties) => ReactNode
}

/** Widgets in the person's number of columns, without holes, in reading order. */
export function WidgetGrid({ frames, columns, isPinned = false, children }: WidgetGridProps) {
  // The same places until the layout changes, so that widgets do not re-render.
  const { look, places } = useMemo(() => {
    const grids = isPinned && frames.every(({ size }) => size === 1) ? pinnedGrids(frames.length) : sharedGrids(columns)
    const spans = grids.map((grid) => spansIn(grid, frames))
    return { look: styleOf(grids), places: frames.map((_, index) => spanStyle(spans.map((each) => each[index]))) }
  }, [frames, columns, isPinned])
  return (
    <div className="@container">
      <div className={isPinned ? 'tile-grid tile-grid-lead' : 'tile-grid'} style={look}>
        {frames.map((frame, index) => children(frame, places[index] ?? {}))}
      </div>
    </div>
  )
}

interface GridOf {
  readonly columns: number
  /** Charts are full width. */
  readonly isNarrow: boolean
  /** Columns of the first tile; undefined where sizes count. */
  readonly first: number | undefined
}

function sharedGrids(columns: number): readonly GridOf[] {
  return [Math.min(columns, 2), Math.min(columns, 3), columns].map((each, step) => ({
    columns: each,
    isNarrow: step === 0,
    first: undefined,
  }))
}

/** Up to five pinned tiles stand in one row, the first twice as wide; more in two rows of up to four. */
function pinnedGrids(count: number): readonly GridOf[] {
  const wide = count > 5 ? Math.min(4, Math.ceil(count / 2)) : Math.max(count + 1, 3)
  return [2, 3, wide].map((columns) => ({ columns, isNarrow: false, first: fillRow(count, columns) }))
}

function spansIn({ columns, isNarrow, first }: GridOf, frames: readonly WidgetFrame[]): Span[] {
  if (first !== undefined) return frames.map((_, index) => ({ columns: index === 0 ? first : 1, rows: 1 }))
  const options = frames.map(({ kind, size }) => {
    const isTall = kind !== 'number' && kind !== 'goal'
    return { isTall, columns: isTall && isNarrow ? columns : size }
  })
  return packRows(options, columns)
}

type Variables = CSSProperties & Readonly<Record<`--${string}`, number>>

function styleOf([narrow, middle, wide]: readonly GridOf[]): Variables {
  return { '--narrow': narrow?.columns ?? 1, '--middle': middle?.columns ?? 1, '--wide': wide?.columns ?? 1 }
}

/** Variables for spans larger than one cell only. */
function spanStyle(spans: readonly (Span | undefined)[]): Variables {
  const steps = ['n', 'm', 'w'] as const
  const said = spans.flatMap((span, step) => {
    const { columns = 1, rows = 1 } = span ?? {}
    return [
      ...(columns > 1 ? [[`--${steps[step]}c`, columns] as const] : []),
      ...(rows > 1 ? [[`--${steps[step]}r`, rows] as const] : []),
    ]
  })
  return Object.fromEntries(said)
}
