import type { Spot } from '../moves.ts'
import type { WidgetFrame } from '../widget-frame.ts'

/** A row of the page while it is being arranged. */
export interface DraftRow {
  readonly id: string
  readonly widgets: readonly WidgetFrame[]
}

/** Where a widget stands in a draft. */
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

/** One step on in the order of the page, over the ends of rows; undefined at the very end. */
export function stepFrom(rows: readonly DraftRow[], { row, index }: Spot, by: -1 | 1): Spot | undefined {
  const at = rows.findIndex(({ id }) => id === row)
  const last = (rows[at]?.widgets.length ?? 0) - 1
  const next = index + by
  if (next >= 0 && next <= last) return { row, index: next }
  const neighbour = rows[at + by]
  if (!neighbour) return undefined
  return { row: neighbour.id, index: by > 0 ? 0 : neighbour.widgets.length }
}

/** Where a widget goes when it is held over something: a widget's own place, or the end of a row. */
export function spotOver(rows: readonly DraftRow[], over: string): Spot | undefined {
  const row = rows.find(({ id }) => rowTarget(id) === over)
  return row ? { row: row.id, index: row.widgets.length } : findSpot(rows, over)
}

/** Names the free room of a row, where widgets can be dropped too. */
export function rowTarget(row: string): string {
  return `row:${row}`
}
