// Schemas of user input, safe for a browser: depends only on the core and the schema library.
export * from './people.ts'
export * from './preferences.ts'
export * from './shops.ts'

/** Maximum number of notes in a list, newest first; more would clutter a chart. */
export const mostListedAnnotations = 500

/** Maximum size of an uploaded spend file. */
export const largestSpendFileKb = 1_024

/** Maximum size of an order file uploaded in the browser. */
export const largestUploadMb = 200

/** Maximum size of an uploaded rates file. */
export const largestRatesFileMb = 8

/** Maximum size of a file of costs, unpacked. */
export const largestCostFileMb = 200
