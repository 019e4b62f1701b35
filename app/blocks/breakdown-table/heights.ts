// Fixed heights in pixels, so that the table knows which rows are visible without measuring.

/** Height of a row. */
export const lineHeight = 52
/** Height of the sticky head: column groups, headings and totals. */
export const headHeight = 28 + 36 + lineHeight
