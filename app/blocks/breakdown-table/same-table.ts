import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { parseSearch, type SearchState, withSearch } from '../../search/index.ts'

type Address = Pick<URL, 'pathname' | 'search' | 'searchParams'>

/** Whether two different addresses of the page show the same table: what is unfolded or open beside it may differ. */
export function isSameTable(one: Address, other: Address): boolean {
  if (one.pathname !== other.pathname || one.search === other.search) return false
  const [before, after] = [one, other].map(({ searchParams }) => tableSearch(parseSearch(searchParams)))
  return before === after
}

/** Whether, moreover, the same is open beside the table. */
function isSamePlace(one: Address, other: Address): boolean {
  return isSameTable(one, other) && one.searchParams.get('place') === other.searchParams.get('place')
}

/** The query of a table, whatever of it is unfolded or open beside it. */
export function tableSearch(state: SearchState): string {
  return withSearch(state, { unfolded: [], place: undefined })
}

/** For routes of what lies beside a table: unfolding a row changes nothing of it. */
export function reloadsPlace(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate, formMethod } = change
  if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate
  return isSamePlace(currentUrl, nextUrl) ? false : defaultShouldRevalidate
}
