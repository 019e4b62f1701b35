// Fixed heights in pixels, so that the table knows which rows are visible without measuring.

/** Height of a row. */
export const lineHeight = 52
/** Height of the sticky head: column groups, headings and totals. */
export const headHeight = 28 + 36 + lineHeight

/** Lines that are drawn, from `start` up to but without `end`. */
export interface LineWindow {
  readonly start: number
  readonly end: number
}

interface Viewed {
  readonly top: number
  readonly height: number
  readonly lineHeight: number
  readonly count: number
}

/** Lines rendered beyond the visible ones, and the step in which the window moves: most scrolling renders nothing new. */
const margin = 12
const step = 6

/** Which lines to render for the visible range. */
export function windowOf({ top, height, lineHeight, count }: Viewed): LineWindow {
  const first = Math.floor(Math.max(0, top) / lineHeight)
  const last = Math.ceil((Math.max(0, top) + height) / lineHeight)
  const start = Math.floor(Math.max(0, first - margin) / step) * step
  const end = Math.min(count, Math.ceil((last + margin) / step) * step)
  return { start: Math.min(start, Math.max(0, end - step)), end }
}
