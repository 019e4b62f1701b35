/** The size that a widget asks for. */
export interface Options {
  readonly columns: number
  /** Chart height, equal to three tiles. */
  readonly isTall: boolean
}

/** The cells that it gets. */
export interface Span {
  readonly columns: number
  readonly rows: number
}

/** Tiles stacked beside a tall widget. */
const tilesBesideTall = 3

/**
 * The spans of widgets in a grid filled in reading order, without holes: tall widgets and tiles have rows of their own, and
 * the last of a row is widened to its end. Tiles are placed beside a tall widget only where they fill the space exactly. The
 * last row may end early.
 */
export function packRows(options: readonly Options[], columns: number): Span[] {
  const spans: Span[] = []
  let index = 0
  while (index < options.length) {
    const row = takeRow(options.slice(index), columns)
    spans.push(...row)
    index += row.length
  }
  return spans
}

function takeRow(options: readonly Options[], columns: number): Span[] {
  const isTall = options[0]?.isTall ?? false
  const row: number[] = []
  let room = columns
  for (const wish of options) {
    const width = Math.min(wish.columns, columns)
    if (wish.isTall !== isTall || width > room) break
    row.push(width)
    room -= width
  }
  const further = options.slice(row.length)
  if (isTall && room > 0) {
    const beside = further.slice(0, room * tilesBesideTall)
    const fills = beside.length === room * tilesBesideTall && beside.every((wish) => !wish.isTall && wish.columns === 1)
    if (fills) {
      return [...row.map((width) => ({ columns: width, rows: tilesBesideTall })), ...beside.map(() => oneTile)]
    }
  }
  const widths = further.length > 0 || isTall ? widenLast(row, room) : row
  return widths.map((width) => ({ columns: width, rows: 1 }))
}

const oneTile: Span = { columns: 1, rows: 1 }

function widenLast(row: readonly number[], by: number): number[] {
  return row.map((width, index) => (index === row.length - 1 ? width + by : width))
}

/** How many columns the first of a row of equal tiles takes so that the last line of them has no hole. */
export function fillRow(count: number, columns: number): number {
  const rest = count % columns
  return rest === 0 ? 1 : columns - rest + 1
}
