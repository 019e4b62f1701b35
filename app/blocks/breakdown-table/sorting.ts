import type { Sorting } from './model.ts'

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
