import { type SearchState, withSearch } from '../../search/index.ts'
import type { Sorting, TableModel } from './model.ts'

/**
 * The address's sorting parameter after a press on a column: names ascending, figures descending, reversed when pressed
 * again. Undefined for the default.
 */
export function nextSorting(
  key: string,
  { sorting, usual }: { readonly sorting: Sorting; readonly usual: string },
): string | undefined {
  const natural = key === 'name' ? 'ascending' : 'descending'
  const isTurned = sorting.key === key && sorting.direction === natural
  const text = (natural === 'ascending') === isTurned ? `-${key}` : key
  return text === usual ? undefined : text
}

interface SortParams {
  readonly table: Pick<TableModel, 'sorting' | 'lead'>
  readonly state: SearchState
}

/** The link that sorts a table by a column, and the direction in which it is sorted by it now. */
export function sortOf(key: string, { table: { sorting, lead }, state }: SortParams) {
  const sort = nextSorting(key, { sorting, usual: `-${lead}` })
  return {
    to: withSearch(state, { sort, unfolded: state.unfolded }),
    direction: sorting.key === key ? sorting.direction : undefined,
  }
}
