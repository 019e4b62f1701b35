import type { SearchState } from '../../search/index.ts'

/** Tabs of the page, in order. */
export const tabs = ['credit', 'models', 'claims', 'paths', 'overlap', 'cohorts', 'store'] as const
/** One of {@link tabs}. */
export type Tab = (typeof tabs)[number]

/** Labels of the tabs. */
export const tabNames: Readonly<Record<Tab, string>> = {
  credit: 'Credit',
  models: 'Models',
  claims: 'Claims',
  paths: 'Paths',
  overlap: 'Overlap',
  cohorts: 'Afterwards',
  store: 'Noted by the store',
}

/** The tab that the address selects; attribution by default. */
export function tabOf({ tab }: Pick<SearchState, 'tab'>): Tab {
  return tabs.find((candidate) => candidate === tab) ?? 'credit'
}

/** Value of the address's breakdown that shows all models. */
export const everyModel = 'every_model'
