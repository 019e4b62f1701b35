import { parseSearch, type SearchState, withSearch } from '../../search/index.ts'

type Address = Pick<URL, 'pathname' | 'search' | 'searchParams'>

/** Whether two different addresses of the page show the same table: what is unfolded or open beside it may differ. */
export function isSameTable(one: Address, other: Address): boolean {
  if (one.pathname !== other.pathname || one.search === other.search) return false
  const [before, after] = [one, other].map(({ searchParams }) => tableSearch(parseSearch(searchParams)))
  return before === after
}

/** Whether, moreover, the same is open beside the table. */
export function isSamePlace(one: Address, other: Address): boolean {
  return isSameTable(one, other) && one.searchParams.get('place') === other.searchParams.get('place')
}

/** The query of a table, whatever of it is unfolded or open beside it. */
export function tableSearch(state: SearchState): string {
  return withSearch(state, { unfolded: [], place: undefined })
}
