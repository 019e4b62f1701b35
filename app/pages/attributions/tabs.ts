import type { SearchState } from '../../search/index.ts'

/** Tabs of the page, in order. */
export const tabs = ['credit', 'models', 'claims', 'paths', 'overlap', 'cohorts', 'store'] as const
/** One of {@link tabs}. */
export type Tab = (typeof tabs)[number]

/** The tab that the address selects; attribution by default. */
export function tabOf({ tab }: Pick<SearchState, 'tab'>): Tab {
  return tabs.find((candidate) => candidate === tab) ?? 'credit'
}

/** Value of the address's breakdown that shows all models. */
export const everyModel = 'every_model'
