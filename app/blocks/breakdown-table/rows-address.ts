import { href } from 'react-router'
import { type SearchState, toSearch } from '../../search/index.ts'

/** Some rows of a table. */
export interface RowsAsked {
  /** Where they begin; undefined: with the first. */
  readonly after: string | undefined
  /** Row that they stand below; undefined: the ones that the table begins with. */
  readonly below?: string | undefined
}

/** Address of some rows of the table that the page's address shows. */
export function rowsAddress(domain: string, state: SearchState, { after, below }: RowsAsked): string {
  const params = new URLSearchParams(toSearch({ ...state, unfolded: [], place: undefined, after }))
  if (below !== undefined) params.set('below', below)
  return `${href('/shop/:domain/campaigns/rows', { domain })}?${params}`
}
