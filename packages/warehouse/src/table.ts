/** Columns in order, with their ClickHouse types. */
export type Columns = Readonly<Record<string, string>>

/** One fact table. */
export interface Table {
  readonly name: string
  readonly columns: Columns
  /** Sorting key; rows that agree in it replace each other by `version`. `shop_id` always comes first. */
  readonly orderBy: readonly string[]
  readonly indices: readonly string[]
  /** Rows with the same value in this column are written atomically, however many there are. */
  readonly together?: string
  /** What rows stored before a column was added hold in it, where that is not its type's default. */
  readonly fills?: readonly Fill[]
}

/** Sets a column of stored rows; `{table}` in its condition is the table that stores them. Harmless when repeated. */
interface Fill {
  readonly set: string
  readonly where: string
}

/** SQL with every value bound. `{shop:UUID}` is bound by the warehouse handle of the shop, never by the compiler. */
export interface CompiledQuery {
  readonly sql: string
  readonly params: Readonly<Record<string, string | number | readonly string[] | readonly number[]>>
}
