import type { Spot } from '../moves.ts'
import type { WidgetFrame } from '../widget-frame.ts'

/** A row of the page in customisation mode. */
export interface DraftRow {
  readonly id: string
  readonly widgets: readonly WidgetFrame[]
}

/** Position of a widget in a draft. */
export function findSpot(rows: readonly DraftRow[], key: string): Spot | undefined {
  for (const { id, widgets } of rows) {
    const index = widgets.findIndex((widget) => widget.key === key)
    if (index >= 0) return { row: id, index }
  }
  return undefined
}

/** The rows with a widget put at a spot; `index` counts without the widget itself. */
export function putAt(rows: readonly DraftRow[], key: string, spot: Spot): readonly DraftRow[] {
  const moved = rows.flatMap(({ widgets }) => widgets).find((widget) => widget.key === key)
  if (!moved) return rows
  return rows.map(({ id, widgets }) => {
    const others = widgets.filter((widget) => widget.key !== key)
    return { id, widgets: id === spot.row ? others.toSpliced(spot.index, 0, moved) : others }
  })
}

/** The next spot in page order, across the ends of rows; undefined past the last one. */
export function stepFrom(rows: readonly DraftRow[], { row, index }: Spot, by: -1 | 1): Spot | undefined {
  const at = rows.findIndex(({ id }) => id === row)
  const last = (rows[at]?.widgets.length ?? 0) - 1
  const next = index + by
  if (next >= 0 && next <= last) return { row, index: next }
  const neighbour = rows[at + by]
  if (!neighbour) return undefined
  return { row: neighbour.id, index: by > 0 ? 0 : neighbour.widgets.length }
}

/** The spot for a widget dragged over something: another widget's position, or the end of a row. */
export function spotOver(rows: readonly DraftRow[], over: string): Spot | undefined {
  const row = rows.find(({ id }) => rowTarget(id) === over)
  return row ? { row: row.id, index: row.widgets.length } : findSpot(rows, over)
}

/**
 * The spots where a widget has been, with a further one; undefined where it has been there. While the pointer stands still, what a
 * move pushes under it would move the widget back, and that again, without end.
 */
export function withSpot(
  been: readonly Spot[],
  { from, to }: { readonly from: Spot | undefined; readonly to: Spot },
): readonly Spot[] | undefined {
  const spots = been.length > 0 || from === undefined ? been : [from]
  return spots.some(({ row, index }) => row === to.row && index === to.index) ? undefined : [...spots, to]
}

/** Id of a row's free space, which is a drop target too. */
export function rowTarget(row: string): string {
  return `row:${row}`
}
