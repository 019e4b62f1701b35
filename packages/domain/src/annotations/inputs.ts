/** Notes that are listed at once, the newest; more marks than this say nothing on a chart. */
export const mostListedAnnotations = 500
