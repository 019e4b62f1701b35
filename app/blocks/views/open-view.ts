import type { SavedView } from '@tillsight/domain'
import { parseSearch, toKept } from '../../search/index.ts'

/** A saved view as the menu shows it. */
export type ViewItem = SavedView

/** Result of a change that a script requested. */
export type ViewOutcome =
  | { readonly done: 'saved' | 'removed'; readonly view: { readonly id: string; readonly name: string } }
  | { readonly done: 'nothing'; readonly failure: string }

/** The page a view belongs to, for the form that saves it. */
export interface ViewPlace {
  readonly domain: string
  /** Page below the shop's address; empty for the summary. */
  readonly page: string
}

/** Which of the views a page shows, and whether it is unchanged. */
interface OpenView {
  /** Undefined: none. */
  readonly view: ViewItem | undefined
  readonly isEdited: boolean
}

/** Determines it from the query: the view that was opened, else one with the same query. */
export function openViewOf(views: readonly ViewItem[], search: string): OpenView {
  const state = parseSearch(search)
  const shown = toKept(state)
  const opened = views.find(({ id }) => id === state.view)
  if (opened) return { view: opened, isEdited: keptOf(opened) !== shown }
  if (state.view !== undefined) return { view: undefined, isEdited: false }
  return { view: views.find((view) => keptOf(view) === shown && shown !== ''), isEdited: false }
}

function keptOf({ search }: ViewItem): string {
  return toKept(parseSearch(search))
}
