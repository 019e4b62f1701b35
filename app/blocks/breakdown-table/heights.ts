// Heights in pixels that the table keeps to, so that it can tell what is seen without measuring.

/** Of a line. */
export const lineHeight = 52
/** Of the bands, the headings and the totals together, which stay at the top. */
export const headHeight = 28 + 36 + lineHeight
