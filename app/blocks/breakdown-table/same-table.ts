import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { parseSearch, type SearchState, withSearch } from '../../search/index.ts'

type Address = Pick<URL, 'pathname' | 'search' | 'searchParams'>

/** Whether two addresses of the page show the same table: expanded rows and the open panel may differ. */
export function isSameTable(one: Address, other: Address): boolean {
  if (one.pathname !== other.pathname || one.search === other.search) return false
  const [before, after] = [one, other].map(({ searchParams }) => tableSearch(parseSearch(searchParams)))
  return before === after
}

/** Whether the open panel is the same too. */
function isSamePlace(one: Address, other: Address): boolean {
  return isSameTable(one, other) && one.searchParams.get('place') === other.searchParams.get('place')
}

/** The table's query, without expanded rows or the open panel. */
export function tableSearch(state: SearchState): string {
  return withSearch(state, { unfolded: [], place: undefined })
}

/** Revalidation for the routes of the panel: expanding a row does not reload it. */
export function reloadsPlace(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate, formMethod } = change
  if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate
  return isSamePlace(currentUrl, nextUrl) ? false : defaultShouldRevalidate
}
