import { href } from 'react-router'
import type { RowsParams } from '../../blocks/breakdown-table/rows-address.ts'
import { type SearchState, toSearch } from '../../search/index.ts'

/** Address that loads rows of the table at the page's address. */
export function creditRowsAddress(domain: string, state: SearchState, { after, below }: RowsParams): string {
  const params = new URLSearchParams(toSearch({ ...state, unfolded: [], place: undefined, after }))
  if (below !== undefined) params.set('below', below)
  return `${href('/shop/:domain/attributions/rows', { domain })}?${params}`
}
