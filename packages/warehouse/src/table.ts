/** Columns as ClickHouse types, in order. */
export type Columns = Readonly<Record<string, string>>

/** One fact table. */
export interface Table {
  readonly name: string
  readonly columns: Columns
  /** Sorting key; rows that agree in it replace each other by `version`. `shop_id` always comes first. */
  readonly orderBy: readonly string[]
  readonly indices: readonly string[]
  /** Rows that agree in this column are written together or not at all, however many rows there are. */
  readonly together?: string
}

/** SQL with every value bound. `{shop:UUID}` is bound by the warehouse handle of the shop, never by the compiler. */
export interface CompiledQuery {
  readonly sql: string
  readonly params: Readonly<Record<string, string | number | readonly string[] | readonly number[]>>
}
