import type { SearchState } from '../../search/index.ts'

/** Parts of the page, in the order in which they are offered. */
export const tabs = ['credit', 'models', 'claims', 'paths', 'overlap', 'cohorts', 'store'] as const
/** One of {@link tabs}. */
export type Tab = (typeof tabs)[number]

/** Names of the parts. */
export const tabNames: Readonly<Record<Tab, string>> = {
  credit: 'Credit',
  models: 'Models',
  claims: 'Claims',
  paths: 'Paths',
  overlap: 'Overlap',
  cohorts: 'Afterwards',
  store: 'Noted by the store',
}

/** What the address says to show; credit, unless it says otherwise. */
export function tabOf({ tab }: Pick<SearchState, 'tab'>): Tab {
  return tabs.find((candidate) => candidate === tab) ?? 'credit'
}

/** What the address breaks models down by to show every one there is. */
export const everyModel = 'every_model'
