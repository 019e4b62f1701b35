import type { Sorting } from './model.ts'

/**
 * What the address says for sorting by a column: names from A, figures from the largest, pressed again the other way
 * round. Undefined for the usual one.
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
