/** SQL and the values that it binds. */
export interface SqlText {
  readonly sql: string
  readonly params: Readonly<Record<string, string | number | readonly string[]>>
}
