/** Text for a `jsonb` column; the driver would turn an array into a PostgreSQL array instead. */
export function toJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value)
}

/** The same for a nullable column. */
export function toOptionalJson(value: Readonly<Record<string, unknown>> | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
