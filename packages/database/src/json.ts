/** Text for a `jsonb` column; the driver would turn an array into a PostgreSQL array instead. */
export function toJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value)
}

/** The same for a nullable column. */
export function toOptionalJson(value: Readonly<Record<string, unknown>> | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** A row in JSON, by which one statement brings rows of several tables: under the names of its columns, with times as text. */
export type JsonRow = Readonly<Record<string, unknown>>

/** Selects rows as a JSON array, empty without any; some columns are left out. */
export function jsonRows(select: string, without: readonly string[] = []): string {
  const row = without.length === 0 ? 'found' : `to_jsonb(found) - '{${without.join(',')}}'::text[]`
  return `(SELECT coalesce(json_agg(${row}), '[]') FROM (${select}) AS found)`
}

const columns = new Map<string, string>()

/** `created_at` as row types call it: `createdAt`. */
function nameOf(column: string): string {
  const name = columns.get(column) ?? column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  columns.set(column, name)
  return name
}

/** Reads rows of a table from JSON; its columns of times are named, for JSON has none. */
export function fromJson<Row>(times: readonly (keyof Row & string)[]): (row: JsonRow) => Row {
  const areTimes: ReadonlySet<string> = new Set(times)
  return (row) => {
    const read: Record<string, unknown> = {}
    for (const [column, value] of Object.entries(row)) {
      const name = nameOf(column)
      read[name] = typeof value === 'string' && areTimes.has(name) ? new Date(value) : value
    }
    // Holds because the statement selects all columns of the table.
    return read as Row
  }
}
