import { href } from 'react-router'
import { type SearchState, toSearch } from '../../search/index.ts'

/** Parameters of a page of rows. */
export interface RowsParams {
  /** Cursor; undefined for the first page. */
  readonly after: string | undefined
  /** Parent row; undefined for the top level. */
  readonly below?: string | undefined
}

/** Address that loads rows of the table at the page's address. */
export function rowsAddress(domain: string, state: SearchState, { after, below }: RowsParams): string {
  const params = new URLSearchParams(toSearch({ ...state, unfolded: [], place: undefined, after }))
  if (below !== undefined) params.set('below', below)
  return `${href('/shop/:domain/campaigns/rows', { domain })}?${params}`
}
