/**
 * One row of a compiled query's result. `amounts` are values of the plan's base metrics, in the plan's order of those that
 * the part has; those read from the roll-up in the order of `places`. Empty: unknown. `hourless` counts by day the accounts
 * that have figures but reported none of their hours.
 */
export interface ResultRow {
  readonly part: 'daily' | 'facts' | 'ads' | 'reach' | 'hours' | 'hourless' | 'breakdown' | 'course' | 'name'
  readonly period: number
  readonly total: number
  /** Start of the bucket, or the index of a row in the breakdown. */
  readonly position: number
  readonly keys: readonly string[]
  readonly names: readonly string[]
  /** When the newest fact of a breakdown's row was booked, in seconds since 1970. */
  readonly newest?: number
  readonly places: readonly number[]
  readonly amounts: readonly string[]
  readonly before: readonly string[]
  /** Base metrics by bucket, in the order of `amounts`. */
  readonly courses?: readonly (readonly string[])[]
  /** The buckets of these that there are, in their order; those of a breakdown's row have all of the period instead. */
  readonly buckets?: readonly number[]
}

/** The columns of these rows, with the types that every select gives them. */
export const resultColumns = {
  part: 'String',
  period: 'UInt8',
  total: 'UInt8',
  position: 'UInt32',
  keys: 'Array(String)',
  names: 'Array(String)',
  newest: 'UInt32',
  places: 'Array(UInt8)',
  amounts: 'Array(String)',
  before: 'Array(String)',
  courses: 'Array(Array(String))',
  buckets: 'Array(UInt32)',
} as const

/** The columns that a select of one part fills; absent ones stay empty. */
export interface ResultColumns {
  readonly part: ResultRow['part']
  readonly period: number | string
  readonly total: string
  readonly position: string
  readonly keys?: readonly string[]
  readonly names?: readonly string[]
  readonly newest?: string
  /** One expression per amount, or one for the whole array of texts with the array of their metric indexes. */
  readonly amounts: readonly string[] | { readonly places: string; readonly texts: string }
  readonly before?: readonly string[]
  /** One expression per time series, each an array of texts. */
  readonly courses?: readonly string[]
  /** An array of the buckets that they are about. */
  readonly buckets?: string
}

/** The select list of a result row, the same for all parts so that they fit into one UNION ALL. */
export function answerColumns(columns: ResultColumns): string {
  const list = (values: readonly string[] = []): string =>
    `CAST([${values.map((value) => `toString(${value})`).join(', ')}], 'Array(String)')`
  const { amounts } = columns
  const [places, texts] = 'texts' in amounts ? [amounts.places, amounts.texts] : ['[]', list(amounts)]
  return [
    `'${columns.part}' AS part`,
    `toUInt8(${columns.period}) AS period`,
    `toUInt8(${columns.total}) AS total`,
    `toUInt32(${columns.position}) AS position`,
    `${list(columns.keys)} AS keys`,
    `${list(columns.names)} AS names`,
    `toUInt32(${columns.newest ?? '0'}) AS newest`,
    `CAST(${places}, 'Array(UInt8)') AS places`,
    `${texts} AS amounts`,
    `${list(columns.before)} AS before`,
    `CAST([${(columns.courses ?? []).join(', ')}], 'Array(Array(String))') AS courses`,
    `CAST(${columns.buckets ?? '[]'}, 'Array(UInt32)') AS buckets`,
  ].join(', ')
}
