import type { SavedView } from '@tillsight/domain'

/** A saved view as the menu shows it. */
export type ViewItem = SavedView

/** What became of a change that a script asked for. */
export type ViewOutcome =
  | { readonly done: 'saved' | 'removed'; readonly view: { readonly id: string; readonly name: string } }
  | { readonly done: 'nothing'; readonly failure: string }

/** What is said of the page to the form that saves it. */
export interface ViewPlace {
  readonly domain: string
  /** Page below the shop's address; empty for the summary. */
  readonly page: string
}
