/** Arguments that every connection takes. */
export interface PageArgs {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
  readonly reverse?: boolean | null
}

/** Arguments of a list that can be searched and sorted. */
export interface ListArgs extends PageArgs {
  readonly query?: string | null
  readonly sortKey?: string | null
}
